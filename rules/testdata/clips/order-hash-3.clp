; The same with symbols, strings and floats.
(defrule old (a ?x) (b ?x) =>)
(defrule keep (c ?) =>)
(assert (a red) (a green) (a blue) (a "red") (a x) (a y) (a z) (a 1.5) (a -2.0) (a 1e10) (a 0.1) (c 9))
(defrule new (a ?x) (c ?) => (printout t ?x " "))
(run)
(printout t crlf)
(exit)
