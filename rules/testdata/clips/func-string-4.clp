; The words of printout: crlf, tab, vtab, ff, and those made at run time.
(printout t "a" tab "b" vtab "c" ff "d" crlf)
(defglobal ?*c* = crlf)
(printout t "x" ?*c* "y" (sym-cat cr lf) "z" "crlf" crlf)
(printout t (create$ a crlf b) crlf)
(printout t)
(printout nil "not seen" crlf)
(printout t nil TRUE FALSE (create$) "|" (create$ (create$)) crlf)
(exit)
