"""How long a session took, its variant and its points by category: its card says so again."""

from django.db import migrations, models


def fill_cards(apps, _schema_editor):
    from companion.log.engines import ENGINES

    engine = ENGINES["session"]
    cards = apps.get_model("campaign", "SessionCard").objects
    for session in apps.get_model("campaign", "GameSession").objects.iterator():
        card = engine.rows(engine.load(session.state))["card", ()]
        new = {name: card[name] for name in ("minutes", "variant", "categories")}
        cards.filter(session_id=session.pk).update(**new)


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0010_what_ifs'),
    ]

    operations = [
        migrations.AddField(
            model_name='sessioncard',
            name='categories',
            field=models.JSONField(default=list, verbose_name='points by category'),
        ),
        migrations.AddField(
            model_name='sessioncard',
            name='minutes',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='minutes'),
        ),
        migrations.AddField(
            model_name='sessioncard',
            name='variant',
            field=models.CharField(blank=True, default='', max_length=60, verbose_name='variant'),
        ),
        migrations.RunPython(fill_cards, migrations.RunPython.noop),
    ]
