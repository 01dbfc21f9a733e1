"""What was done in a campaign, in words, to be taken back or amended."""
