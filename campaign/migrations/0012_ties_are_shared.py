"""Final scores on which a tie stayed one are a shared win: their seats say so."""

from django.db import migrations


def share_ties(apps, _schema_editor):
    from companion.log.engines import ENGINES

    engine = ENGINES["session"]
    seats = apps.get_model("campaign", "SeatTaken").objects
    counted = apps.get_model("campaign", "SessionCard").objects.filter(
        finished=True, totals_only=True
    )
    sessions = apps.get_model("campaign", "GameSession").objects.filter(
        pk__in=counted.values("session_id")
    )
    for session in sessions.iterator():
        rows = engine.rows(engine.load(session.state))
        for (projection, key), fields in rows.items():
            if projection == "seat" and fields["wins"]:
                seats.filter(session_id=session.pk, **dict(key)).update(wins=True)


class Migration(migrations.Migration):
    dependencies = [("campaign", "0011_what_statistics_count")]
    operations = [migrations.RunPython(share_ties, migrations.RunPython.noop)]
