; Made at random: activations compete under mea.
(set-strategy mea)
(reset)
(assert (cap jet))
(assert (hat red))
(assert (bag red jet))
(assert (hat jet))
(assert (bag tan tan))
(defrule r1
   (cap red|jet)
   ?f <- (bag ?y ~red)
   (not (hat ?y))
   =>
   (printout t "r1" " " ?y crlf)
   (retract ?f))
(defrule r2
   ?f <- (hat ?x)
   (cap ?z&~?x)
   =>
   (printout t "r2" " " ?x " " ?z crlf)
   (retract ?f))
(defrule r3
   (or (hat red) (cap jet))
   (forall (cap red) (hat red))
   (cap ?y)
   =>
   (printout t "r3" " " ?y crlf)
   (assert (hat red)))
(defrule r4
   (cap jet)
   (not (hat ?))
   =>
   (printout t "r4" crlf)
   (assert (hat jet)))
(agenda)
(retract 3)
(agenda)
(run 1)
(assert (bag red tan))
(assert (cap tan))
(agenda)
(run 30)
(facts)
(exit)
