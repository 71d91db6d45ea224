; Made at random: activations compete under depth.
(set-strategy depth)
(deftemplate fox (slot k) (slot w))
(defrule r1
   ?f <- (cat 1 1)
   =>
   (printout t "r1" crlf)
   (retract ?f))
(defrule r2
   (fox (k ~2) (w ?x))
   (owl ~1 ?v&~?x)
   =>
   (printout t "r2" " " ?x " " ?v crlf)
   (assert (fox (k 3) (w ?v))))
(reset)
(assert (owl 2 3))
(assert (owl 2 3))
(assert (fox (k 3) (w 2)))
(assert (cat 2 3))
(defrule r3
   (cat ?v ?y)
   (fox (k ?v) (w ?y))
   (not (owl ?y ?x))
   =>
   (printout t "r3" " " ?v " " ?y crlf))
(defrule r4
   (fox (k ?u) (w ~2))
   =>
   (printout t "r4" " " ?u crlf)
   (assert (owl ?u 1)))
(defrule r5
   (owl 2 ?)
   ?f <- (owl ?y ?z)
   (owl ?z ?y)
   (fox (k ?) (w 3))
   =>
   (printout t "r5" " " ?y " " ?z crlf))
(assert (cat 2 3))
(assert (owl 2 2))
(agenda)
(run 2)
(assert (fox (k 2) (w 3)))
(refresh r5)
(agenda)
(run 30)
(facts)
(exit)
