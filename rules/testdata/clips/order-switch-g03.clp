; Made at random: the strategy changes while activations wait.
(set-strategy simplicity)
(reset)
(assert (pot b))
(assert (pot c))
(assert (pot a))
(assert (pot a))
(defrule r1
   (pot c)
   ?f <- (pot c)
   (lid b a)
   (lid b a)
   =>
   (printout t "r1" crlf)
   (retract ?f))
(defrule r2
   (pot ?u)
   (not (and (pot ?v) (lid ?z ?u)))
   =>
   (printout t "r2" " " ?u crlf)
   (assert (lid a a)))
(defrule r3
   (or (lid a b) (jug ? a))
   (jug b ?v)
   (or (lid ?v ?v) (pot ?v))
   =>
   (printout t "r3" " " ?v crlf)
   (assert (lid b b)))
(defrule r4
   (jug ~a ?u)
   (jug b ?z)
   (exists (pot ?u))
   =>
   (printout t "r4" " " ?u " " ?z crlf)
   (assert (lid ?u a)))
(defrule r5
   (pot ?)
   (lid ? ?y)
   (or (lid ?y ?z) (pot ?v))
   =>
   (printout t "r5" " " ?y crlf)
   (assert (lid a ?y)))
(agenda)
(set-strategy lex)
(agenda)
(run 1)
(assert (jug b b))
(refresh r5)
(agenda)
(set-strategy mea)
(agenda)
(run 30)
(facts)
(exit)
