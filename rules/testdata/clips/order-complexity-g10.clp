; Made at random: activations compete under complexity.
(set-strategy complexity)
(deftemplate pin (slot k) (slot w))
(reset)
(assert (pin (k 2) (w 2)))
(assert (pin (k 1) (w 1)))
(assert (cog 1))
(assert (cam 1))
(assert (cam 2))
(assert (pin (k 2) (w 3)))
(assert (cam 1))
(defrule r1
   (cam 1)
   (cam ~1)
   ?f <- (pin (k ?) (w ?))
   =>
   (printout t "r1" crlf)
   (assert (cam 2)))
(defrule r2
   (cam ?)
   (cog ?z)
   (cog ?z)
   =>
   (printout t "r2" " " ?z crlf))
(defrule r3
   (cog ?u)
   (pin (k ?u) (w ?u))
   (cam ?)
   =>
   (printout t "r3" " " ?u crlf)
   (assert (pin (k 1) (w ?u))))
(defrule r4
   (cog ?)
   ?f <- (pin (k ~3) (w 3))
   (cog ?x)
   (cam ?x)
   =>
   (printout t "r4" " " ?x crlf))
(agenda)
(run 3)
(assert (cam 2))
(assert (cam 2))
(agenda)
(run 30)
(facts)
(exit)
