"""Teams on a tournament's pages, and the pages for forming teams."""
