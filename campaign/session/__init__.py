"""A session of the campaign: before, during and the six steps after, as its pages tell it."""
