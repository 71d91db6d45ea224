; Made at random: activations compete under mea.
(set-strategy mea)
(defrule r1
   ?f <- (cat 1)
   (not (cat ?))
   (exists (cat ?z))
   (owl ?y)
   =>
   (printout t "r1" " " ?y crlf)
   (assert (cat 2)))
(defrule r2
   (owl ?x)
   ?f <- (owl ?x)
   =>
   (printout t "r2" " " ?x crlf)
   (retract ?f))
(reset)
(assert (owl 1))
(assert (owl 3))
(assert (owl 2))
(assert (fox 2 2))
(assert (owl 2))
(defrule r3
   (owl ?x)
   (forall (cat ~2) (fox ?x ?x))
   (owl ?v)
   =>
   (printout t "r3" " " ?x " " ?v crlf)
   (assert (cat 1)))
(defrule r4
   (cat ?)
   (forall (fox ?u 2) (owl ?y))
   (fox 2 1)
   =>
   (printout t "r4" crlf)
   (assert (owl 2)))
(defrule r5
   (fox 2|3 ~3)
   (fox ?u ?)
   =>
   (printout t "r5" " " ?u crlf)
   (assert (fox ?u 2)))
(assert (fox 3 1))
(assert (cat 3))
(assert (fox 1 3))
(agenda)
(retract 1)
(agenda)
(run 3)
(assert (owl 3))
(agenda)
(run 30)
(facts)
(exit)
