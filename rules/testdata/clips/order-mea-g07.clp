; Made at random: activations compete under mea.
(set-strategy mea)
(deftemplate dock (slot k) (slot w))
(defrule r1
   (mill 3|2 ~1)
   (mill ?z 1)
   =>
   (printout t "r1" " " ?z crlf))
(defrule r2
   (dock (k 2) (w ?))
   (inn ?v)
   (exists (dock (k 2) (w ~1)))
   =>
   (printout t "r2" " " ?v crlf)
   (assert (mill 2 1)))
(reset)
(assert (dock (k 1) (w 3)))
(assert (dock (k 1) (w 1)))
(assert (mill 1 2))
(assert (dock (k 3) (w 3)))
(defrule r3
   (dock (k ?y) (w ?y))
   ?f <- (dock (k ?y) (w ?u&~?y))
   (dock (k ?z) (w 3|2))
   =>
   (printout t "r3" " " ?y " " ?u " " ?z crlf))
(defrule r4 (declare (salience -5))
   (inn 1|3)
   (or (mill ?z ?z) (dock (k 3) (w 3)))
   =>
   (printout t "r4" crlf))
(defrule r5
   (dock (k 1) (w ?y))
   =>
   (printout t "r5" " " ?y crlf)
   (assert (dock (k 1) (w 3))))
(assert (inn 2))
(assert (inn 2))
(assert (dock (k 1) (w 2)))
(agenda)
(run 1)
(assert (dock (k 3) (w 3)))
(refresh r2)
(agenda)
(run 30)
(facts)
(exit)
