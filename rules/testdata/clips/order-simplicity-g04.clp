; Made at random: activations compete under simplicity.
(set-strategy simplicity)
(deftemplate fir (slot k) (slot w))
(defrule r1
   (elm ?v ~c)
   (fir (k ?) (w ?u))
   (oak ?z)
   =>
   (printout t "r1" " " ?v " " ?u " " ?z crlf)
   (assert (elm b ?u)))
(defrule r2
   (oak ?y)
   (elm ?x c)
   =>
   (printout t "r2" " " ?y " " ?x crlf))
(defrule r3
   (fir (k ?) (w ?z))
   =>
   (printout t "r3" " " ?z crlf))
(reset)
(assert (elm c a))
(assert (elm a b))
(assert (fir (k b) (w b)))
(assert (oak c))
(agenda)
(run 2)
(assert (oak a))
(assert (fir (k b) (w a)))
(refresh r2)
(agenda)
(run 30)
(facts)
(exit)
