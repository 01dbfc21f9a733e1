"""Accounts keep their name in lower case, so that a log-in reads one account and not all names."""

from django.db import migrations, models


def fold_names(apps, _schema_editor):
    account_model = apps.get_model("companion", "Account")
    for account in account_model.objects.only("pk", "username"):
        account.folded_name = account.username.casefold()
        account.save(update_fields=("folded_name",))


class Migration(migrations.Migration):
    dependencies = [("companion", "0006_plain_words")]

    operations = [
        migrations.AddField(
            "account",
            "folded_name",
            models.CharField(
                db_index=True,
                default="",
                editable=False,
                max_length=450,
                verbose_name="name in lower case",
            ),
            preserve_default=False,
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop, elidable=True),
    ]
