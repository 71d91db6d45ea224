; Characters of several bytes.
(printout t "é" (str-length "éa") (upcase "éa") "|" (sub-string 1 1 "éb") "|" (sub-string 2 2 "éb") "|" (str-index "b" "éb") crlf)
(assert (名 "ü" ñ))
(facts)
(printout t (str-compare "é" "f") (str-cat "a" "é") (eq "é" "é") crlf)
(format t "%5s|%-5s|%n" "é" "é")
(exit)
