; Rules that come after the facts: order of activations of a new rule.
(set-strategy depth)
(deffacts stock (bolt 4) (bolt 6) (nut 4) (nut 6) (bolt 8))
(reset)
(defrule fits (bolt ?d) (nut ?d) => (printout t "fits " ?d crlf))
(defrule loose (bolt ?d) (nut ?e&~?d) => (printout t "loose " ?d " " ?e crlf))
(agenda)
(run)
(exit)
