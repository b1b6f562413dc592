"""The admin site: what all its pages share. Each feature registers its tables in its `admin.py`.

Django finds the admin here.
"""

from games.assembly.admin import site as site
from games.platform import parts

list(parts.modules("admin"))
