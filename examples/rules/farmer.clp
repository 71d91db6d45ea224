; The farmer, the wolf, the goat and the cabbage: all ways across without a state twice.
;
; Source: the Propositions ascribed to Alcuin of York (about 800). States are facts that
; know the state before; rules that forbid are more salient than rules that move.
;
; Run: farbank rules examples/rules/farmer.clp

(deftemplate state
  (slot number (default-dynamic (gensym*)))
  (slot before)
  (slot depth)
  (slot farmer) (slot wolf) (slot goat) (slot cabbage)
  (slot took))
(deftemplate across "A solution, walked back as far as a state." (slot at) (multislot took))
(deftemplate opposite (slot of) (slot is))

(defglobal ?*found* = 0)

(deffunction is-before (?early ?n)
  "Is a state n itself or one on the way to it?"
  (if (eq ?n none) then (return FALSE))
  (if (eq ?n ?early) then (return TRUE))
  (do-for-fact ((?s state)) (eq ?s:number ?n)
    (return (is-before ?early ?s:before))))

(deffacts river
  (opposite (of left) (is right))
  (opposite (of right) (is left))
  (state (number first) (before none) (depth 0) (farmer left) (wolf left) (goat left) (cabbage left) (took nothing)))

; Moves

(defrule cross-alone
  ?state <- (state (number ?n) (depth ?d) (farmer ?here))
  (opposite (of ?here) (is ?there))
  =>
  (duplicate ?state (number (gensym*)) (before ?n) (depth (+ ?d 1)) (farmer ?there) (took nothing)))

(defrule take-wolf
  ?state <- (state (number ?n) (depth ?d) (farmer ?here) (wolf ?here))
  (opposite (of ?here) (is ?there))
  =>
  (duplicate ?state (number (gensym*)) (before ?n) (depth (+ ?d 1)) (farmer ?there) (wolf ?there) (took wolf)))

(defrule take-goat
  ?state <- (state (number ?n) (depth ?d) (farmer ?here) (goat ?here))
  (opposite (of ?here) (is ?there))
  =>
  (duplicate ?state (number (gensym*)) (before ?n) (depth (+ ?d 1)) (farmer ?there) (goat ?there) (took goat)))

(defrule take-cabbage
  ?state <- (state (number ?n) (depth ?d) (farmer ?here) (cabbage ?here))
  (opposite (of ?here) (is ?there))
  =>
  (duplicate ?state (number (gensym*)) (before ?n) (depth (+ ?d 1)) (farmer ?there) (cabbage ?there) (took cabbage)))

; What must not be

(defrule goat-is-eaten
  (declare (salience 100))
  ?state <- (state (farmer ?here) (goat ?there&~?here) (wolf ?there))
  =>
  (retract ?state))

(defrule cabbage-is-eaten
  (declare (salience 100))
  ?state <- (state (farmer ?here) (cabbage ?there&~?here) (goat ?there))
  =>
  (retract ?state))

(defrule been-here
  "A way does not come back to where it was. Ways are told apart by their states before."
  (declare (salience 90))
  ?state <- (state (before ?before) (farmer ?f) (wolf ?w) (goat ?g) (cabbage ?c))
  (state (number ?early) (farmer ?f) (wolf ?w) (goat ?g) (cabbage ?c))
  (test (is-before ?early ?before))
  =>
  (retract ?state))

; Solutions

(defrule all-across
  (declare (salience 50))
  ?state <- (state (before ?before) (farmer right) (wolf right) (goat right) (cabbage right) (took ?what))
  =>
  (retract ?state)
  (assert (across (at ?before) (took ?what))))

(defrule step-back
  (declare (salience 60))
  ?across <- (across (at ?n) (took $?later))
  (state (number ?n) (before ?before&~none) (took ?what))
  =>
  (modify ?across (at ?before) (took ?what ?later)))

(defrule tell
  (declare (salience 60))
  ?across <- (across (at first) (took $?all))
  =>
  (retract ?across)
  (bind ?*found* (+ ?*found* 1))
  (printout t "Solution " ?*found* ", " (length$ ?all) " crossings:" crlf)
  (bind ?to right)
  (progn$ (?what ?all)
    (if (eq ?what nothing)
      then (printout t "  " ?what-index ". he goes " ?to " alone" crlf)
      else (printout t "  " ?what-index ". he takes the " ?what " " ?to crlf))
    (bind ?to (if (eq ?to right) then left else right))))
