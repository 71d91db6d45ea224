; Arguments are evaluated from left to right; and/or stop early.
(deffunction p (?x) (printout t ?x " ") ?x)
(printout t (+ (p 1) (p 2) (p 3)) crlf)
(printout t (and (p TRUE) (p FALSE) (p TRUE)) crlf)
(printout t (or (p FALSE) (p x) (p y)) crlf)
(printout t (create$ (p a) (p b)) (p c) crlf)
(assert (seen (p 1) (p 2)))
(printout t (= (p 1) (p 2) (p 3)) (< (p 1) (p 0) (p 9)) crlf)
(exit)
