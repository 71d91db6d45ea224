; What follows a command on its line is lost; constructs may share a line.
(printout t "first" crlf) (printout t "lost" crlf)
(printout t "second" crlf) )
(deffacts a (x 1)) (deffacts b (x 2))
(deffacts c (x 3)) (printout t "after a construct" crlf)
(printout t "third" crlf) ; a remark
(printout t "fourth"
   crlf) (printout t "lost too" crlf)
(list-deffacts)
(reset) (printout t "lost" crlf)
(facts)
symbol (printout t "after a symbol" crlf)
5 (printout t "after a number" crlf)
(exit)
