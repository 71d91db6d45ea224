; Two keys in the hash.
(defrule old (a ?x ?y) (b ?x ?y) =>)
(defrule keep (c ?) =>)
(assert (a 1 2) (a 2 1) (a 3 k) (a k 3) (a 5 5) (a 16 1) (a q r) (a r q) (c 9))
(defrule new (a ?x ?y) (c ?) => (printout t ?x ?y " "))
(run)
(printout t crlf)
(exit)
