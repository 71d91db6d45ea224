; a fact that is gone still has its slots
(deftemplate p (slot n) (slot v (default 0)))
(defrule twice ?f <- (p (n z)) => (printout t (modify ?f (v 4) (n y)) crlf) (printout t (modify ?f (v 5) (n w)) crlf))
(defrule copy ?f <- (p (n k)) => (retract ?f) (printout t (duplicate ?f (n kk)) crlf))
(defrule ordered ?f <- (go ?x) => (printout t (modify ?f (n 1)) crlf) (retract ?f) (printout t (modify ?f (n 1)) crlf))
(assert (p (n z)) (p (n k)) (go 1))
(run)
(facts)
(exit)
