"""Whether the site stays as quick as it is when there is ever more of everything."""
