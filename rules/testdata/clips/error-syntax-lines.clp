; Errors over several lines; stray parentheses; what the next form is.
(defrule a (x)
  =>
  (printout t "a"
   (nofun 1)
   "b"))
(printout t "after an error" crlf)
)
(printout t "after a stray parenthesis" crlf)
(defrule b (x ?y
   &:(> ?y 2))
   => (printout t ?y crlf)
   (foo
     (bar "a ) string"
       ))) ; with a remark )
(printout t "after the second error" crlf)
& | ~ <- => ?x $?y ?*g*
(printout t "after odd words" crlf)
(printout t "a string
over lines" crlf)
(printout t ; a remark (
  "end" crlf)
(exit)
