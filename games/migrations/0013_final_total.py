from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Cards whose result was counted before have their total already."""
    cards = apps.get_model("games", "Scorecard").objects.filter(finished_at__isnull=False)
    cards.update(final_total=models.F("total"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_look_not_verdict"),
    ]

    operations = [
        migrations.AddField(
            model_name="scorecard",
            name="final_total",
            field=models.IntegerField(help_text="The total of a counted game.", null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
