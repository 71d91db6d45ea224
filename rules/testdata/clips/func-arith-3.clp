; Trigonometric functions and their kin.
(printout t (sin 0) " " (sin 1) " " (cos 0) " " (cos 1) " " (tan 1) " " (sec 1) " " (csc 1) " " (cot 1) crlf)
(printout t (asin 1) " " (acos 1) " " (acos 0.5) " " (atan 1) " " (asec 2) " " (acsc 2) " " (acot 2) " " (acot 0) crlf)
(printout t (sinh 1) " " (cosh 1) " " (tanh 1) " " (sech 1) " " (csch 1) " " (coth 1) crlf)
(printout t (asinh 1) " " (acosh 2) " " (atanh 0.5) " " (asech 0.5) " " (acsch 1) " " (acoth 2) crlf)
(exit)
