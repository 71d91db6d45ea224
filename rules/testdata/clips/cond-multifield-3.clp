; Multifield variables joined across patterns.
(defrule same (left $?x) (right $?x) => (printout t "same " ?x crlf))
(defrule differ (left $?x) (right $?y&~$?x) => (printout t "differ " ?x " " ?y crlf))
(defrule inner (left $?a m $?b) (right $?b m $?a) => (printout t "turned " ?a " " ?b crlf))
(assert (left a b) (right a b) (left 1 m 2) (right 2 m 1) (left) (right))
(run)
(exit)
