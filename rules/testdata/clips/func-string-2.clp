; Strings to fields and back.
(printout t (string-to-field "3.5") " " (string-to-field "abc def") " " (string-to-field "\"q\"") " " (string-to-field "") " " (string-to-field "(a)") " " (string-to-field "?x") " " (string-to-field "  12") crlf)
(printout t (explode$ "a 1 2.5 \"s t\" (x) ?y & ~z") crlf)
(printout t (length$ (explode$ "")) (explode$ "  ") crlf)
(printout t (implode$ (create$ a 1 2.5 "s t" "q\"q" "b\\b")) crlf)
(printout t (implode$ (create$)) "|" crlf)
(printout t (eq (string-to-field "4") 4) (eq (string-to-field "x") x) crlf)
(printout t (type (string-to-field "1e3")) (type (nth$ 1 (explode$ "7"))) crlf)
(exit)
