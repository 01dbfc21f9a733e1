"""The papers a sheet is printed on."""

from reportlab.lib.pagesizes import A4, LETTER

PAPERS = {"a4": "A4", "letter": "Letter"}
SIZES = {"a4": A4, "letter": LETTER}
