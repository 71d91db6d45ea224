; Miss Manners: seat the guests of a dinner in a row so that neighbours are of
; different sex and share a hobby. The first solution is printed, seat by seat.
;
; Source: the benchmark of the OPS5 group at Columbia (Brant, Grose, Lofaso and
; Miranker, 1991), written anew. It has few rules and many partial matches: the search
; goes on from every finished row, and the row of a new seat is copied place by place.
;
; Run: farbank rules examples/rules/manners.clp       a table for eight
;      go run ./bench/ruledata manners -guests 64 > 64.clp
;      farbank rules examples/rules/manners.clp 64.clp

(deftemplate phase "What is being done." (slot now))
(deftemplate guest "A guest, once for each hobby." (slot name) (slot sex) (slot hobby))
(deftemplate table "How many seats there are." (slot seats))
(deftemplate counter "The number of the next place." (slot next))

(deftemplate place
  "A step of the search: at the end of the row of step before, guest right was put
   beside guest left."
  (slot step) (slot before)
  (slot left) (slot left-seat)
  (slot right) (slot right-seat)
  (slot row (allowed-values open closed)))

(deftemplate seated "In the row of a step, a guest has a seat." (slot step) (slot guest) (slot seat))
(deftemplate tried "From a step, a guest was put next for a hobby." (slot step) (slot guest) (slot hobby))

(deffacts dinner
  (counter (next 1))
  (phase (now opening)))

(deffacts guests
  (table (seats 8))
  (guest (name Ada) (sex f) (hobby chess)) (guest (name Ada) (sex f) (hobby music))
  (guest (name Ben) (sex m) (hobby music)) (guest (name Ben) (sex m) (hobby hiking))
  (guest (name Cleo) (sex f) (hobby hiking)) (guest (name Cleo) (sex f) (hobby films))
  (guest (name Dirk) (sex m) (hobby chess)) (guest (name Dirk) (sex m) (hobby films))
  (guest (name Edda) (sex f) (hobby music)) (guest (name Edda) (sex f) (hobby films))
  (guest (name Finn) (sex m) (hobby chess)) (guest (name Finn) (sex m) (hobby hiking))
  (guest (name Gwen) (sex f) (hobby chess)) (guest (name Gwen) (sex f) (hobby hiking))
  (guest (name Hugo) (sex m) (hobby music)) (guest (name Hugo) (sex m) (hobby films)))

(defrule seat-anyone
  "The first seat goes to any guest."
  ?phase <- (phase (now opening))
  (guest (name ?who))
  ?counter <- (counter (next ?step))
  =>
  (assert (place (step ?step) (before 0) (left ?who) (left-seat 1) (right ?who) (right-seat 1) (row closed)))
  (assert (seated (step ?step) (guest ?who) (seat 1)))
  (modify ?counter (next (+ ?step 1)))
  (modify ?phase (now seating)))

(defrule seat-neighbour
  "Next comes one of the other sex with a common hobby, who has no seat yet and was
   not tried here for that hobby."
  ?phase <- (phase (now seating))
  (place (step ?last) (before ?earlier) (right ?left) (right-seat ?seat) (row closed))
  (guest (name ?left) (sex ?sex) (hobby ?hobby))
  (guest (name ?who) (sex ~?sex) (hobby ?hobby))
  ?counter <- (counter (next ?step))
  (not (seated (step ?last) (guest ?who)))
  (not (tried (step ?last) (guest ?who) (hobby ?hobby)))
  =>
  (bind ?here (+ ?seat 1))
  (assert (place (step ?step) (before ?last) (left ?left) (left-seat ?seat) (right ?who) (right-seat ?here) (row open)))
  (assert (seated (step ?step) (guest ?who) (seat ?here)))
  (assert (tried (step ?last) (guest ?who) (hobby ?hobby)))
  (modify ?counter (next (+ ?step 1)))
  (modify ?phase (now copying)))

(defrule copy-row
  "The new row has all that the row before had."
  (declare (salience 10))
  (phase (now copying))
  (place (step ?step) (before ?last) (row open))
  (seated (step ?last) (guest ?who) (seat ?seat))
  (not (seated (step ?step) (guest ?who)))
  =>
  (assert (seated (step ?step) (guest ?who) (seat ?seat))))

(defrule close-row
  ?phase <- (phase (now copying))
  ?place <- (place (row open))
  =>
  (modify ?place (row closed))
  (modify ?phase (now looking)))

(defrule all-seats-taken
  (declare (salience 10))
  ?phase <- (phase (now looking))
  (table (seats ?n))
  (place (right-seat ?n))
  =>
  (printout t "All " ?n " guests have a seat." crlf)
  (modify ?phase (now telling)))

(defrule seats-left
  ?phase <- (phase (now looking))
  =>
  (modify ?phase (now seating)))

(defrule tell-seat
  (declare (salience 10))
  (phase (now telling))
  (place (step ?step) (right-seat ?n))
  (table (seats ?n))
  ?seated <- (seated (step ?step) (guest ?who) (seat ?seat))
  =>
  (retract ?seated)
  (printout t "seat " ?seat ": " ?who crlf))

(defrule dinner-is-served
  (phase (now telling))
  =>
  (halt))
