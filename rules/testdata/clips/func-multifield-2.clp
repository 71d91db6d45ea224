; Membership and sets.
(defglobal ?*m* = (create$ a b c d a 1 1.0 "a"))
(printout t (member$ b ?*m*) (member$ z ?*m*) (member$ (create$ b c) ?*m*) (member$ "a" ?*m*) (member$ 1.0 ?*m*) (member$ (create$) ?*m*) crlf)
(printout t (subsetp (create$ a c) ?*m*) (subsetp (create$ a z) ?*m*) (subsetp (create$) ?*m*) (subsetp ?*m* (create$)) (subsetp (create$ a a) (create$ a)) crlf)
(printout t (delete-member$ ?*m* a) (delete-member$ ?*m* z) (delete-member$ ?*m* (create$ b c)) (delete-member$ ?*m* a b) crlf)
(printout t (replace-member$ ?*m* X a) (replace-member$ ?*m* (create$ p q) b) (replace-member$ ?*m* X a 1) (replace-member$ ?*m* X none) (replace-member$ ?*m* X (create$ c d)) crlf)
(printout t (member$ (create$ d a) ?*m*) (member$ a (create$)) crlf)
(exit)
