; Salience before strategy; negative and large values.
(defrule low (declare (salience -10000)) (egg ?x) => (printout t "low " ?x crlf))
(defrule mid (egg ?x) => (printout t "mid " ?x crlf))
(defrule high (declare (salience 10000)) (egg ?x) => (printout t "high " ?x crlf))
(defrule some (declare (salience 5)) (egg ?x) => (printout t "some " ?x crlf))
(assert (egg a) (egg b))
(agenda)
(run)
(exit)
