"""The way out and in: files for people, spreadsheets and other programs."""
