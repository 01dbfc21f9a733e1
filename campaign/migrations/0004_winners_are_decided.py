"""Nobody wins a session before everything needed is entered: seats say so again."""

from django.db import migrations


def decide_winners(apps, _schema_editor):
    from companion.log.engines import ENGINES

    engine = ENGINES["session"]
    seats = apps.get_model("campaign", "SeatTaken").objects
    for session in apps.get_model("campaign", "GameSession").objects.iterator():
        rows = engine.rows(engine.load(session.state))
        for (projection, key), fields in rows.items():
            if projection == "seat":
                seats.filter(session_id=session.pk, **dict(key)).update(
                    wins=fields["wins"]
                )


class Migration(migrations.Migration):
    dependencies = [("campaign", "0003_plain_words")]
    operations = [migrations.RunPython(decide_winners, migrations.RunPython.noop)]
