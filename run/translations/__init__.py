"""What the site says in other languages: collected from the code, and compiled for the site."""
