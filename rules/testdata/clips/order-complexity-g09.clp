; Made at random: activations compete under complexity.
(set-strategy complexity)
(deftemplate fox (slot k) (slot w))
(defrule r1
   ?f <- (cat a|1 ~a)
   (cat ?z ?v)
   =>
   (printout t "r1" " " ?z " " ?v crlf)
   (retract ?f))
(defrule r2
   (cat ?v 1|a)
   (not (fox (k ?v) (w ~1)))
   (owl ?v ?v)
   (cat ?v 2|1)
   =>
   (printout t "r2" " " ?v crlf)
   (assert (owl ?v a)))
(defrule r3
   ?f <- (cat 1 ?x)
   (fox (k ~a) (w ~1))
   =>
   (printout t "r3" " " ?x crlf)
   (retract ?f))
(defrule r4
   (cat ?u 1)
   ?f <- (owl ?u ?u)
   (cat ~a ~a)
   =>
   (printout t "r4" " " ?u crlf)
   (retract ?f))
(defrule r5 (declare (salience 5))
   (cat ?z ?u)
   (or (cat ?x ?z) (fox (k ~1) (w ?x)))
   (cat ?z ?x)
   (cat ? ?z)
   =>
   (printout t "r5" " " ?z " " ?u " " ?x crlf))
(reset)
(assert (cat a 2))
(assert (owl 1 2))
(assert (owl 2 a))
(assert (cat 2 a))
(assert (cat a a))
(assert (cat 2 1))
(agenda)
(run 2)
(assert (fox (k 1) (w 2)))
(refresh r2)
(agenda)
(run 30)
(facts)
(exit)
