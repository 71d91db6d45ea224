; Made at random: activations compete under complexity.
(set-strategy complexity)
(deftemplate pin (slot k) (slot w))
(defrule r1
   ?f <- (cam 1)
   =>
   (printout t "r1" crlf)
   (retract ?f))
(defrule r2
   (pin (k 1) (w ~1))
   (cam ?y)
   =>
   (printout t "r2" " " ?y crlf))
(defrule r3
   (cam ?)
   (cam ?u)
   (cam ?y)
   =>
   (printout t "r3" " " ?u " " ?y crlf)
   (assert (cam ?y)))
(defrule r4 (declare (salience -5))
   (cog 1)
   (pin (k ?) (w ?y))
   (not (cog ?y))
   =>
   (printout t "r4" " " ?y crlf)
   (assert (cog 1)))
(defrule r5
   (or (cam ?) (cam ?z))
   (cam 2|1)
   =>
   (printout t "r5" crlf)
   (assert (pin (k 1) (w 1))))
(reset)
(assert (cam 1))
(assert (cog 2))
(assert (pin (k 2) (w 1)))
(assert (cam a))
(agenda)
(run 3)
(agenda)
(run 30)
(facts)
(exit)
