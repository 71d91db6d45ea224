; A batch file forgets a local variable of the top level after its command.
(bind ?x 5)
(printout t ?x crlf)
(progn (bind ?y 6) (printout t ?y crlf))
(printout t ?y crlf)
(printout t "end" crlf)
(exit)
