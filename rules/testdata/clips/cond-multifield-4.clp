; Multifield with predicate and literals before and after.
(defrule sum (list head $?x&:(> (length$ ?x) 1) $?y tail) => (printout t "sum " ?x " + " ?y crlf))
(defrule twin (list $? ?a ?a $?) => (printout t "twin " ?a crlf))
(defrule mirror (list $? ?a $? ?a $?) => (printout t "again " ?a crlf))
(assert (list head 1 1 2 tail) (list head tail) (list q w q))
(run)
(exit)
