; Breadth: what a firing rule asserts waits for its turn.
(set-strategy breadth)
(deffacts start (task 1) (task 2) (task 3))
(defrule split (task ?n) => (printout t "split " ?n crlf) (assert (part ?n a) (part ?n b)))
(defrule do-part (part ?n ?w) => (printout t "  part " ?n ?w crlf))
(defrule end (part ?n a) (part ?n b) => (printout t "  both " ?n crlf))
(reset)
(run)
(exit)
