; The same name with ? and $?, _ and digits; unused and repeated variables.
(defrule a (l ?a1 $?rest-of_it) => (printout t ?a1 ?rest-of_it (length$ $?rest-of_it) crlf))
(defrule b (l ?x ?x $?) => (printout t "twice " ?x crlf))
(defrule c (l $?x) (m $?x) => (printout t "whole " $?x crlf))
(defrule d (l $?x ?y) (test (numberp ?y)) => (bind ?x 5) (printout t ?x ?y crlf))
(assert (l 1 1 2) (l a) (m a) (l q 3))
(run)
(exit)
