; Depth: the newest activation fires first; one rule, several facts.
(set-strategy depth)
(defrule visit (stop ?s) => (printout t "visit " ?s crlf))
(assert (stop harbour) (stop mill) (stop chapel))
(assert (stop bridge))
(agenda)
(run)
(exit)
