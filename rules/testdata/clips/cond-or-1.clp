; or at several places, with bindings.
(defrule warm (or (sun) (and (fire) (wood ?w))) (person ?p) => (printout t ?p " is warm" crlf))
(assert (person ida) (wood oak) (fire) (sun))
(agenda)
(run)
(exit)
