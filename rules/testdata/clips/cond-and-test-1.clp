; test among the patterns, and an explicit and.
(defrule bigger (and (num ?a) (num ?b)) (test (> ?a ?b)) => (printout t ?a " > " ?b crlf))
(defrule always (test (= 1 1)) => (printout t "one is one" crlf))
(defrule never (test (= 1 2)) => (printout t "no" crlf))
(reset)
(assert (num 3) (num 9) (num 5))
(run)
(exit)
