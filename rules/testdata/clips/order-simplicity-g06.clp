; Made at random: activations compete under simplicity.
(set-strategy simplicity)
(deftemplate fir (slot k) (slot w))
(reset)
(assert (elm 2 2))
(assert (oak 2))
(assert (oak a))
(assert (elm 1 a))
(assert (elm 2 1))
(defrule r1
   (oak 2)
   (exists (fir (k ?) (w 2)))
   (not (elm ? ?u))
   =>
   (printout t "r1" crlf)
   (assert (elm a 1)))
(defrule r2
   ?f <- (fir (k ?) (w ?))
   (fir (k ?) (w ?y))
   =>
   (printout t "r2" " " ?y crlf)
   (assert (fir (k 1) (w ?y))))
(defrule r3
   (oak ~1)
   (not (elm ?y ?y))
   (not (oak 2))
   =>
   (printout t "r3" crlf)
   (assert (fir (k a) (w 2))))
(defrule r4 (declare (salience 5))
   (elm ?z ?v)
   (oak ?u)
   =>
   (printout t "r4" " " ?z " " ?v " " ?u crlf)
   (assert (fir (k ?v) (w 2))))
(defrule r5
   (or (fir (k a) (w ?z)) (oak 1))
   ?f <- (oak a)
   =>
   (printout t "r5" crlf)
   (retract ?f))
(agenda)
(retract 1)
(agenda)
(run 3)
(assert (fir (k a) (w a)))
(agenda)
(run 30)
(facts)
(exit)
