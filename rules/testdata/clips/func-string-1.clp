; Joining, cutting, searching.
(printout t (str-cat "one" two 3 4.5) "|" (sym-cat a "b c" 1)  crlf)
(printout t (sub-string 2 4 "abcdef") "|" (sub-string 1 10 "abc") "|" (sub-string 4 2 "abcdef") "|" (sub-string 0 2 "abc") "|" (sub-string 3 3 "abc") "|" (sub-string 2 3 wxyz) "|" (sub-string -3 2 "abcd") crlf)
(printout t (str-index "c" "abcabc") " " (str-index "x" "abc") " " (str-index b abc) " " (str-index "" "abc") " " (str-index "abcd" "abc") " " (str-index "" "") crlf)
(printout t (str-compare "abc" "abd") " " (str-compare "abc" "abc") " " (str-compare "b" "a") " " (str-compare "abc" "ab") " " (str-compare a "a") " " (str-compare "abcd" "abce" 3) crlf)
(printout t (str-length "hello") " " (str-length "") " " (str-length sym) " " (length "four") " " (length$ (create$ a b)) crlf)
(printout t (upcase "Hello w0rld") " " (lowcase "Hello W0rld") " " (upcase sym) " " (lowcase SYM) " " (eq (upcase a) A) " " (eq (upcase "a") A) crlf)
(exit)
