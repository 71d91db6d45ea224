; Assertions by a firing rule go before what waits already.
(set-strategy depth)
(deffacts start (task 1) (task 2) (task 3))
(defrule split (task ?n) => (printout t "split " ?n crlf) (assert (part ?n a) (part ?n b)))
(defrule do-part (part ?n ?w) => (printout t "  part " ?n ?w crlf))
(reset)
(agenda)
(run)
(exit)
