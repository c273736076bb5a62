"""Teams of two to eight players, who play at tables and add up their scores, or meet another team line against line."""
