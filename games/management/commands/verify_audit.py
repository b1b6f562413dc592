"""Checks the chain of the desk's audit log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.site.account.desk.audit import find_fault
from games.site.account.desk.models import AuditEntry


class Command(BaseCommand):
    """`manage.py verify_audit`."""

    help = "Checks that no entry of the desk's audit log was changed or deleted."

    def handle(self, *args: Any, **options: Any) -> None:
        """Check all entries. Raises CommandError with what is wrong."""
        fault = find_fault()
        if fault is not None:
            raise CommandError(f"The audit log is damaged: {fault}.")
        self.stdout.write(f"{AuditEntry.objects.count()} entries, none changed.")
