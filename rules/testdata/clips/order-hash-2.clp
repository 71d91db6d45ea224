; A rule that shares a join with an older one takes its matches by hash bucket.
(defrule old (a ?x) (b ?x) =>)
(defrule keep (c ?) =>)
(assert (a 20) (a 3) (a 17) (a 1) (a -5) (a 40) (a 8191) (a 8200) (c 9))
(defrule new (a ?x) (c ?) => (printout t ?x " "))
(agenda)
(run)
(printout t crlf)
(exit)
