; Functions of texts take instance names.
(printout t (str-length [abc]) " " (str-index b [abc]) " " (str-index [b] abc) " " (str-compare [abc] [abd]) crlf)
(printout t (upcase [abc]) " " (lowcase [ABC]) " " (sub-string 1 2 [abc]) " " (string-to-field [abc]) crlf)
(defmethod str-length ((?x INTEGER)) 7)
(list-defmethods str-length)
(printout t (str-length abc) (str-length 5) crlf)
(printout t (eval [abc]) crlf)
(printout t (sub-string 1 2 5) crlf)
(exit)
