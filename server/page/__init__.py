"""The page: the files of `web/` as they are, with the headers that keep a browser to them."""
