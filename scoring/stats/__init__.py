"""What finished games add up to: rates with their uncertainty, streaks, rivals, records."""
