"""What belongs to a table and serves all its campaigns: its box and the rule options it prefers."""
