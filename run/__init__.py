"""Starting the whole site on one machine and keeping it running, and the tools that check it."""
