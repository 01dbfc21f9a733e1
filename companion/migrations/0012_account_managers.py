"""Accounts have a manager of their own; nothing of the database changes."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("companion", "0011_notices_to_live_pages")]

    operations = [migrations.AlterModelManagers(name="account", managers=[])]
