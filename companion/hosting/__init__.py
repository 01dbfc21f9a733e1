"""Running the companion: the command people type, where its files and its data lie."""
