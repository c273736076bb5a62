"""Starting the programs of a site that is set up, and keeping them running until Ctrl-C."""
