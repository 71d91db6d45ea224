; A run-time error inside of a rule: what stops and what goes on.
(defrule a (n ?x) => (printout t "before " ?x crlf) (printout t (+ ?x 1) crlf) (printout t "after " ?x crlf))
(defrule b (declare (salience -1)) (n ?x) => (printout t "b " ?x crlf))
(assert (n 1) (n two) (n 3))
(run)
(agenda)
(run)
(agenda)
(exit)
