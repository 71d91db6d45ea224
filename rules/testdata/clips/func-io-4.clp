; read and readline from standard input that is at its end.
(printout t (read) crlf)
(printout t (readline) crlf)
(printout t (read t) (readline stdin) crlf)
(assert (got (read)))
(facts)
(exit)
