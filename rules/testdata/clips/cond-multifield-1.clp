; Several multifield variables in one pattern: all splits, in order.
(defrule split (row $?a $?b) => (printout t ?a " | " ?b crlf))
(assert (row 1 2 3))
(agenda)
(run)
(defrule three (trio $?a x $?b x $?c) => (printout t ?a " | " ?b " | " ?c crlf))
(assert (trio x x p x))
(run)
(exit)
