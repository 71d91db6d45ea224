; Comparisons with several arguments.
(printout t (= 1 1.0) (= 1 1 1) (= 1 1 2) (<> 1 2) (<> 1 2 1) (<> 1 2 3) (!= 1 2 3) crlf)
(printout t (< 1 2 3) (< 1 3 2) (< 1 1) (<= 1 1 2) (> 3 2 1) (> 3 2 2) (>= 3 2 2) (>= 1 1.5) crlf)
(printout t (eq a a) (eq a b) (eq 1 1.0) (eq "a" a) (eq a a a) (eq a a b) (eq (create$ a b) (create$ a b)) (eq 1 1 1) crlf)
(printout t (neq a b) (neq a a) (neq a b c) (neq a b a) (neq (create$ a) (create$ b)) (eq (create$) (create$)) crlf)
(printout t (and TRUE TRUE) (and TRUE FALSE) (or FALSE FALSE) (or FALSE x) (not FALSE) (not x) (not 0) (and 0 nil) crlf)
(exit)
