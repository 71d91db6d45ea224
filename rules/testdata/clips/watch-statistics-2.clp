; watch statistics without a measured time: the lines after a run.
(watch statistics)
(defrule a ?f <- (n ?x&:(< ?x 3)) => (retract ?f) (assert (n (+ ?x 1))))
(assert (n 1))
(run)
(exit)
