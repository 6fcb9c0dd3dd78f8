"""Tables as data: one function makes a `Table`, and page, CSV, XLSX and PDF are drawn from it.

`values` has the table itself, `drawing` writes its rows as HTML for `components/_table.html`, `files` writes it for
other programs, `serving` answers with a file and knows the addresses of files.
"""
