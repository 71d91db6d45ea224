; Values of top-level expressions are not shown from a batch file.
(+ 1 2)
"a string"
symbol
3.5
(create$ a b)
(assert (x 1))
(str-cat a b)
TRUE
(if TRUE then 5)
(progn (printout t "printed" crlf) 7)
(facts)
(exit)
