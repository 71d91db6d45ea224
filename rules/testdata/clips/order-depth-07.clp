; An or condition makes one rule of each way.
(set-strategy depth)
(defrule pick (or (apple ?x) (pear ?x) (plum ?x)) => (printout t "pick " ?x crlf))
(defrule pair (or (apple ?x) (plum ?x)) (or (pear ?y) (plum ?y))
  => (printout t "pair " ?x " " ?y crlf))
(assert (pear p1) (plum l1) (apple a1) (plum l2) (apple a2))
(agenda)
(run)
(exit)
