; Quotes and backslashes: in a string, printed, in a fact, in a multifield.
(printout t "a \"quoted\" word" crlf "back\\slash" crlf "tab\tn\n" crlf)
(assert (say "a \"quoted\" word" "back\\slash" "plain" sym "line
break"))
(facts)
(printout t (create$ "x y" z "a\"b" "c\\d") crlf)
(defrule r (say $?all) => (printout t ?all crlf) (printout t (implode$ ?all) crlf) (printout t (str-cat (nth$ 1 ?all)) crlf))
(run)
(printout t (str-length "a\"b\\") crlf)
(exit)
