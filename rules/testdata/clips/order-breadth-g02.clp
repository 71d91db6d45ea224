; Made at random: activations compete under breadth.
(set-strategy breadth)
(defrule r1
   (or (oak tan ?v) (elm ?y))
   (oak tan jet|red)
   =>
   (printout t "r1" crlf)
   (assert (elm red)))
(defrule r2
   (elm red)
   (elm tan)
   =>
   (printout t "r2" crlf)
   (assert (oak red jet)))
(reset)
(assert (fir tan red))
(assert (elm jet))
(assert (fir tan tan))
(assert (oak red red))
(defrule r3
   (or (oak red ?u) (elm ?z))
   =>
   (printout t "r3" crlf)
   (assert (fir tan tan)))
(defrule r4
   (or (oak ?x ?z) (oak red jet))
   (or (elm ?v) (oak red ?y))
   =>
   (printout t "r4" crlf)
   (assert (elm red)))
(assert (fir red red))
(assert (oak tan tan))
(assert (fir tan jet))
(agenda)
(retract 2)
(agenda)
(run 3)
(agenda)
(run 30)
(facts)
(exit)
