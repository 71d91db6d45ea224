; Small odds: type tests on values, number equality, apropos-like names.
(printout t (eq 1.0 1) (= 1.0 1) (eq "a" "a") (eq abc "abc") (eq nil (create$ nil)) crlf)
(printout t (str-compare abc abd) (str-compare "b" abd) (length$ (create$ (create$) nil (create$))) crlf)
(printout t (integerp (/ 4 2)) (integerp (div 4 2)) (integerp (* 2 2.0)) (integerp (+ 2 2)) (integerp (round 2.2)) (integerp (** 2 2)) (integerp (abs -2)) (integerp (sqrt 4)) crlf)
(printout t (max 1 2.0) (min 1 2.0) (integer "3") crlf)
(printout t (- 5 5.0) (float 7) (integer 7.9) crlf)
(exit)
