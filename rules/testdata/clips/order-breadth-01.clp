; Breadth: the oldest activation fires first.
(set-strategy breadth)
(defrule visit (stop ?s) => (printout t "visit " ?s crlf))
(defrule note (stop ?s) => (printout t "note " ?s crlf))
(assert (stop harbour) (stop mill))
(assert (stop bridge))
(agenda)
(run)
(exit)
