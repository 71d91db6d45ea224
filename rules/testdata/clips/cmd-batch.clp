; batch* from a file written by the program.
(open "tmp-b.clp" o "w")
(printout o "(defrule q (a ?x) => (printout t \"q \" ?x crlf))" crlf "(assert (a 5))" crlf "(run)" crlf "(+ 1 2)" crlf "(nofun)" crlf "(printout t \"last\" crlf)" crlf)
(close o)
(printout t (batch* "tmp-b.clp") crlf)
(printout t (batch* "tmp-none.clp") crlf)
(facts)
(exit)
