; Made at random: activations compete under complexity.
(set-strategy complexity)
(deftemplate dock (slot k) (slot w))
(defrule r1 (declare (salience -5))
   (inn ?)
   =>
   (printout t "r1" crlf)
   (assert (mill tan red)))
(defrule r2
   (mill ? jet)
   (dock (k ~tan) (w ?))
   =>
   (printout t "r2" crlf)
   (assert (dock (k jet) (w jet))))
(defrule r3
   (dock (k ?) (w tan))
   (dock (k ?y) (w ?z))
   =>
   (printout t "r3" " " ?y " " ?z crlf)
   (assert (inn ?y)))
(defrule r4
   (inn ?v)
   (exists (inn ?v))
   (dock (k ?v) (w ?z))
   =>
   (printout t "r4" " " ?v " " ?z crlf)
   (assert (dock (k tan) (w ?v))))
(defrule r5 (declare (salience 5))
   (mill red red)
   ?f <- (mill ?y tan)
   =>
   (printout t "r5" " " ?y crlf)
   (assert (inn jet)))
(reset)
(assert (inn jet))
(assert (dock (k tan) (w red)))
(assert (mill jet jet))
(assert (dock (k red) (w tan)))
(agenda)
(retract 2)
(agenda)
(run 1)
(assert (dock (k red) (w red)))
(agenda)
(run 30)
(facts)
(exit)
