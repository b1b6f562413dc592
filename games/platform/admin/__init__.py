"""The admin site: what all its pages share. Each feature registers its tables in its `admin.py`.

Django finds the admin here.
"""

from games.platform import parts
from games.platform.admin import site as site

list(parts.modules("admin"))
