"""What the helpers of the games show, from what scoring/ works out."""
