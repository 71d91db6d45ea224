; Powers, roots, logarithms.
(printout t (** 2 10) " " (** 2 -1) " " (** 2.0 0.5) " " (** 4 0.5) " " (** 3 2) crlf)
(printout t (sqrt 16) " " (sqrt 2) " " (exp 1) " " (exp 0) " " (log 10) " " (log 1) " " (log10 1000) " " (log10 2) crlf)
(printout t (pi) " " (deg-rad 180) " " (rad-deg (pi)) " " (deg-grad 90) " " (grad-deg 100) crlf)
(exit)
