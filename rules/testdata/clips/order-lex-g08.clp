; Made at random: activations compete under lex.
(set-strategy lex)
(deftemplate fir (slot k) (slot w))
(defrule r1
   (elm ?u)
   (elm ?u)
   (elm red)
   =>
   (printout t "r1" " " ?u crlf)
   (assert (oak red)))
(defrule r2
   (elm tan)
   (fir (k ?v) (w tan))
   (fir (k ?v) (w ?))
   =>
   (printout t "r2" " " ?v crlf)
   (assert (elm tan)))
(reset)
(assert (oak jet))
(assert (fir (k jet) (w tan)))
(assert (elm tan))
(assert (elm red))
(defrule r3
   (elm tan)
   (oak ?x)
   =>
   (printout t "r3" " " ?x crlf)
   (assert (fir (k ?x) (w jet))))
(defrule r4
   (oak ?)
   (exists (elm ?))
   (fir (k ?) (w ?z))
   =>
   (printout t "r4" " " ?z crlf))
(assert (oak tan))
(assert (oak red))
(assert (fir (k tan) (w red)))
(agenda)
(retract 1)
(agenda)
(run 3)
(assert (elm tan))
(agenda)
(run 30)
(facts)
(exit)
