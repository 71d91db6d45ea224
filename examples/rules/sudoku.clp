; Sudoku by techniques: single candidates, single places, pairs and candidates that a
; line shares with a box. Where they end, a candidate is tried; when that fails, all that
; followed from it is taken back.
;
; Source: the puzzle form is Garns's (1979), this puzzle was made for this collection.
; A digit that is out of a cell is a fact with the level of trying where it was found, so
; that taking back is retracting all facts of a level.
;
; Run: farbank rules examples/rules/sudoku.clp

(deftemplate cell "Its number is 10 row + column." (slot at) (slot row) (slot column) (slot box))
(deftemplate digit (slot is))
(deftemplate unit "A row, column or box, and its cells." (slot name) (multislot cells))
(deftemplate in (slot cell) (slot unit))
(deftemplate peers "Two cells of one unit." (slot one) (slot other))
(deftemplate fixed (slot cell) (slot digit) (slot level))
(deftemplate out (slot cell) (slot digit) (slot level))
(deftemplate level "How many candidates are being tried." (slot is))
(deftemplate tried (slot cell) (slot digit) (slot level))
(deftemplate used (slot technique) (slot times))

(deffacts puzzle "A row each; 0 is open."
  (given 1  4 9 0  0 0 7  0 6 0)
  (given 2  0 0 0  0 0 0  1 8 0)
  (given 3  0 0 0  0 3 4  0 0 9)
  (given 4  0 5 0  0 0 0  0 0 7)
  (given 5  3 0 7  2 0 5  9 0 1)
  (given 6  9 0 0  0 0 0  0 5 0)
  (given 7  2 0 0  6 1 0  0 0 0)
  (given 8  0 4 9  0 0 0  0 0 0)
  (given 9  0 3 0  4 0 0  0 1 5))

(deffacts start
  (level (is 0))
  (digit (is 1)) (digit (is 2)) (digit (is 3)) (digit (is 4)) (digit (is 5))
  (digit (is 6)) (digit (is 7)) (digit (is 8)) (digit (is 9)))

(defglobal ?*single* = 0 ?*place* = 0 ?*pair* = 0 ?*shared* = 0 ?*tried* = 0 ?*failed* = 0)

; The board, and what is given

(defrule make-cells
  (declare (salience 1000))
  (given ?row $?digits)
  =>
  (progn$ (?d ?digits)
    (bind ?at (+ (* 10 ?row) ?d-index))
    (bind ?box (+ (* 3 (div (- ?row 1) 3)) (div (- ?d-index 1) 3) 1))
    (assert (cell (at ?at) (row ?row) (column ?d-index) (box ?box)))
    (assert (in (cell ?at) (unit (sym-cat row- ?row))))
    (assert (in (cell ?at) (unit (sym-cat column- ?d-index))))
    (assert (in (cell ?at) (unit (sym-cat box- ?box))))
    (if (> ?d 0) then (assert (fixed (cell ?at) (digit ?d) (level 0))))))

(defrule make-units
  (declare (salience 900))
  (in (unit ?unit))
  (not (unit (name ?unit)))
  =>
  (bind ?cells (create$))
  (do-for-all-facts ((?i in)) (eq ?i:unit ?unit)
    (bind ?cells (create$ ?cells ?i:cell)))
  (assert (unit (name ?unit) (cells ?cells))))

(defrule make-peers
  (declare (salience 900))
  (in (cell ?one) (unit ?unit))
  (in (cell ?other&~?one) (unit ?unit))
  (not (peers (one ?one) (other ?other)))
  =>
  (assert (peers (one ?one) (other ?other))))

; What is fixed rules out

(defrule out-beside-fixed
  (declare (salience 500))
  (level (is ?level))
  (fixed (cell ?at) (digit ?d))
  (peers (one ?at) (other ?other))
  (not (out (cell ?other) (digit ?d)))
  (not (failed))
  =>
  (assert (out (cell ?other) (digit ?d) (level ?level))))

(defrule out-in-fixed
  (declare (salience 500))
  (level (is ?level))
  (fixed (cell ?at) (digit ?d))
  (digit (is ?other&~?d))
  (not (out (cell ?at) (digit ?other)))
  (not (failed))
  =>
  (assert (out (cell ?at) (digit ?other) (level ?level))))

; A candidate that failed

(defrule nothing-left-in-cell
  (declare (salience 490))
  (level (is ?level))
  (cell (at ?at))
  (not (and (digit (is ?d)) (not (out (cell ?at) (digit ?d)))))
  (not (failed))
  =>
  (assert (failed)))

(defrule nowhere-in-unit
  (declare (salience 490))
  (level (is ?level))
  (unit (name ?unit))
  (digit (is ?d))
  (not (and (in (cell ?at) (unit ?unit)) (not (out (cell ?at) (digit ?d)))))
  (not (failed))
  =>
  (assert (failed)))

(defrule take-back
  (declare (salience 480))
  (failed)
  (level (is ?level&:(> ?level 0)))
  (or ?fact <- (out (level ?level))
      ?fact <- (fixed (level ?level)))
  =>
  (retract ?fact))

(defrule try-no-more
  (declare (salience 470))
  ?failed <- (failed)
  ?current <- (level (is ?level&:(> ?level 0)))
  ?tried <- (tried (cell ?at) (digit ?d) (level ?level))
  =>
  (bind ?*failed* (+ ?*failed* 1))
  (retract ?failed ?tried)
  (modify ?current (is (- ?level 1)))
  (assert (out (cell ?at) (digit ?d) (level (- ?level 1)))))

(defrule no-solution
  (declare (salience 470))
  (failed)
  (level (is 0))
  =>
  (printout t "This has no solution." crlf)
  (halt))

; Techniques, the simple ones first

(defrule single-candidate
  (declare (salience 400))
  (level (is ?level))
  (cell (at ?at))
  (not (fixed (cell ?at)))
  (digit (is ?d))
  (not (out (cell ?at) (digit ?d)))
  (not (and (digit (is ?other&~?d))
            (not (out (cell ?at) (digit ?other)))))
  =>
  (bind ?*single* (+ ?*single* 1))
  (assert (fixed (cell ?at) (digit ?d) (level ?level))))

(defrule single-place
  (declare (salience 390))
  (level (is ?level))
  (unit (name ?unit))
  (digit (is ?d))
  (in (cell ?at) (unit ?unit))
  (not (out (cell ?at) (digit ?d)))
  (not (fixed (cell ?at)))
  (not (and (in (cell ?other&~?at) (unit ?unit))
            (not (out (cell ?other) (digit ?d)))))
  =>
  (bind ?*place* (+ ?*place* 1))
  (assert (fixed (cell ?at) (digit ?d) (level ?level))))

(defrule shared-with-line-or-box
  "All places of a digit in one unit lie in another too: it is out of the rest of that."
  (declare (salience 300))
  (level (is ?level))
  (unit (name ?unit))
  (digit (is ?d))
  (in (cell ?one) (unit ?unit))
  (not (out (cell ?one) (digit ?d)))
  (in (cell ?one) (unit ?second&~?unit))
  (not (and (in (cell ?at) (unit ?unit))
            (not (out (cell ?at) (digit ?d)))
            (not (in (cell ?at) (unit ?second)))))
  (in (cell ?rest) (unit ?second))
  (not (in (cell ?rest) (unit ?unit)))
  (not (out (cell ?rest) (digit ?d)))
  =>
  (bind ?*shared* (+ ?*shared* 1))
  (assert (out (cell ?rest) (digit ?d) (level ?level))))

(defrule pair
  "Two cells of a unit have the same two candidates: they are out of the rest of it."
  (declare (salience 200))
  (level (is ?level))
  (digit (is ?p))
  (digit (is ?q&:(< ?p ?q)))
  (unit (name ?unit))
  (in (cell ?one) (unit ?unit))
  (not (out (cell ?one) (digit ?p)))
  (not (out (cell ?one) (digit ?q)))
  (not (and (digit (is ?x&~?p&~?q)) (not (out (cell ?one) (digit ?x)))))
  (in (cell ?two&:(< ?one ?two)) (unit ?unit))
  (not (out (cell ?two) (digit ?p)))
  (not (out (cell ?two) (digit ?q)))
  (not (and (digit (is ?y&~?p&~?q)) (not (out (cell ?two) (digit ?y)))))
  (in (cell ?rest&~?one&~?two) (unit ?unit))
  (digit (is ?d&?p|?q))
  (not (out (cell ?rest) (digit ?d)))
  =>
  (bind ?*pair* (+ ?*pair* 1))
  (assert (out (cell ?rest) (digit ?d) (level ?level))))

; Trying

(defrule try
  "In an open cell with two candidates, or else in any."
  (declare (salience 100))
  ?current <- (level (is ?level))
  (cell (at ?at))
  (not (fixed (cell ?at)))
  (digit (is ?d))
  (not (out (cell ?at) (digit ?d)))
  (digit (is ?e&:(< ?d ?e)))
  (not (out (cell ?at) (digit ?e)))
  (not (and (digit (is ?x&~?d&~?e)) (not (out (cell ?at) (digit ?x)))))
  =>
  (bind ?*tried* (+ ?*tried* 1))
  (modify ?current (is (+ ?level 1)))
  (assert (tried (cell ?at) (digit ?d) (level (+ ?level 1))))
  (assert (fixed (cell ?at) (digit ?d) (level (+ ?level 1)))))

(defrule try-anything
  (declare (salience 90))
  ?current <- (level (is ?level))
  (cell (at ?at))
  (not (fixed (cell ?at)))
  (digit (is ?d))
  (not (out (cell ?at) (digit ?d)))
  =>
  (bind ?*tried* (+ ?*tried* 1))
  (modify ?current (is (+ ?level 1)))
  (assert (tried (cell ?at) (digit ?d) (level (+ ?level 1))))
  (assert (fixed (cell ?at) (digit ?d) (level (+ ?level 1)))))

; The answer

(defrule print-solution
  (declare (salience 450))
  (not (and (cell (at ?at)) (not (fixed (cell ?at)))))
  (cell)
  (not (failed))
  =>
  (loop-for-count (?row 1 9) do
    (loop-for-count (?column 1 9) do
      (do-for-fact ((?f fixed)) (= ?f:cell (+ (* 10 ?row) ?column))
        (printout t ?f:digit " "))
      (if (= 0 (mod ?column 3)) then (printout t " ")))
    (printout t crlf)
    (if (and (= 0 (mod ?row 3)) (< ?row 9)) then (printout t crlf)))
  (printout t crlf "single candidates " ?*single* ", single places " ?*place* ", shared " ?*shared*
              ", pairs " ?*pair* ", tried " ?*tried* ", failed " ?*failed* crlf)
  (halt))
