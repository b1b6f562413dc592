"""The admin site: what holds for all its pages.

Until `games/site/account/factors/admin.py` decides who may enter, nobody may.
"""

from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest


def nobody(request: HttpRequest) -> bool:
    return False


admin.site.has_permission = nobody  # type: ignore[method-assign]
admin.site.site_header = "Administration: all times are in UTC"
# There are no groups: staff get rights one by one.
admin.site.unregister(Group)
