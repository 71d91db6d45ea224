; Made at random: activations compete under lex.
(set-strategy lex)
(defrule r1
   (elm ?y)
   ?f <- (elm b)
   =>
   (printout t "r1" " " ?y crlf)
   (retract ?f))
(reset)
(assert (elm c))
(assert (fir b b))
(assert (elm b))
(assert (fir c c))
(defrule r2
   (or (elm ?v) (fir ?u c|a))
   =>
   (printout t "r2" crlf))
(defrule r3
   ?f <- (oak ~a a)
   (not (fir ?y ?x))
   (exists (elm b))
   (oak ?x ~b)
   =>
   (printout t "r3" " " ?x crlf)
   (retract ?f))
(assert (elm a))
(assert (fir c c))
(agenda)
(retract 2)
(agenda)
(run 1)
(assert (fir c a))
(assert (elm c))
(refresh r3)
(agenda)
(run 30)
(facts)
(exit)
