; Symbols of every shape; comments; spaces; TRUE and FALSE; names with module.
(defrule MAIN::r1 (a-b_c.d/e ?x) => (printout t ?x crlf)) ; a comment
(defrule r2;comment at once
 (symbol ?x) => (printout t ?x crlf))
(assert (a-b_c.d/e #hash) (symbol *star*) (symbol @at) (symbol x=y) (symbol <=>) (symbol !bang) (symbol 3x) (symbol a'b) (symbol [br]) (symbol {cu}) (symbol a,b) (symbol x?y) (symbol x$y) (symbol <5) (symbol -))
(run)
(facts)
(assert (symbol a"b"))
(assert (symbol a~b))
(facts)
(exit)
