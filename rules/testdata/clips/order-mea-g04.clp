; Made at random: activations compete under mea.
(set-strategy mea)
(deftemplate pin (slot k) (slot w))
(reset)
(assert (cog red))
(assert (pin (k red) (w tan)))
(assert (cog jet))
(assert (pin (k tan) (w tan)))
(assert (pin (k jet) (w tan)))
(assert (cog tan))
(assert (cog tan))
(defrule r1 (declare (salience -5))
   (pin (k ?u) (w ?))
   (not (cam ?u))
   (not (and (cam tan) (pin (k ?u) (w ?y))))
   =>
   (printout t "r1" " " ?u crlf)
   (assert (pin (k ?u) (w ?u))))
(defrule r2
   ?f <- (pin (k ?y) (w jet))
   (or (pin (k ?y) (w jet)) (cog ?))
   (cam ?z)
   =>
   (printout t "r2" " " ?y " " ?z crlf)
   (assert (cog tan)))
(defrule r3
   (cog tan)
   (exists (cam jet))
   (not (pin (k ?x) (w ?)))
   =>
   (printout t "r3" crlf)
   (assert (pin (k tan) (w red))))
(defrule r4
   (cog ?)
   (not (and (cog red) (cog jet)))
   =>
   (printout t "r4" crlf)
   (assert (cog red)))
(defrule r5
   ?f <- (pin (k jet|tan) (w ?y))
   (pin (k ?z) (w ?y))
   =>
   (printout t "r5" " " ?y " " ?z crlf))
(agenda)
(run 1)
(refresh r2)
(agenda)
(run 30)
(facts)
(exit)
