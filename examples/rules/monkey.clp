; The monkey and the bananas: they hang too high, what it could stand on is locked away,
; and it carries one thing at a time. Goals are facts: a rule that cannot act yet asks
; for what it needs first.
;
; Source: the problem is McCarthy's (1963); with goals as facts it became a standard
; example of OPS5 (Brownston, Farrell, Kant and Martin, 1985).
;
; Run: farbank rules examples/rules/monkey.clp

(deftemplate monkey (slot place) (slot on (default floor)) (slot holds (default nothing)))
(deftemplate thing
  "It is at a place; on what or in what it is: floor, ceiling or another thing."
  (slot name) (slot place) (slot on (default floor)) (slot weight (default light)))
(deftemplate cage "Things can be locked in: by which key it opens, what comes out." (slot name) (slot key) (slot holds))
(deftemplate goal
  (slot act (allowed-symbols eat hold stand-on be-at bring open free-hands))
  (slot what (default nothing))
  (slot place (default nowhere)))

(deffacts room
  (monkey (place door) (on sofa) (holds cup))
  (thing (name sofa) (place door) (weight heavy))
  (thing (name cage) (place window) (weight heavy))
  (cage (name cage) (key key) (holds stool))
  (thing (name table) (place corner) (weight heavy))
  (thing (name key) (place corner) (on table))
  (thing (name bananas) (place middle) (on ceiling))
  (goal (act eat) (what bananas)))

(deffunction say ($?words)
  (printout t "The monkey " (implode$ ?words) "." crlf))

; Eating needs holding

(defrule eat
  ?goal <- (goal (act eat) (what ?food))
  ?monkey <- (monkey (holds ?food))
  ?thing <- (thing (name ?food))
  =>
  (say eats the ?food)
  (retract ?goal ?thing)
  (modify ?monkey (holds nothing)))

(defrule eat-needs-holding
  (goal (act eat) (what ?food))
  (not (monkey (holds ?food)))
  =>
  (assert (goal (act hold) (what ?food))))

; Holding needs empty hands, the same place and the same height

(defrule hold-needs-empty-hands
  (declare (salience 5))
  (goal (act hold) (what ?x))
  (thing (name ?x) (on ~ceiling) (weight light))
  (monkey (holds ~nothing&~?x))
  =>
  (assert (goal (act free-hands))))

(defrule hold-needs-opening
  (goal (act hold) (what ?x))
  (not (thing (name ?x)))
  (cage (name ?cage) (holds ?x))
  =>
  (assert (goal (act open) (what ?cage))))

(defrule hold-from-ceiling-needs-height
  (goal (act hold) (what ?x))
  (thing (name ?x) (place ?p) (on ceiling))
  (not (thing (name stool) (place ?p) (on floor)))
  =>
  (assert (goal (act bring) (what stool) (place ?p))))

(defrule hold-from-ceiling-needs-standing
  (goal (act hold) (what ?x))
  (thing (name ?x) (place ?p) (on ceiling))
  (thing (name stool) (place ?p) (on floor))
  (monkey (holds nothing) (on ~stool))
  =>
  (assert (goal (act stand-on) (what stool))))

(defrule hold-needs-being-there
  (goal (act hold) (what ?x))
  (thing (name ?x) (place ?p) (on ~ceiling))
  (monkey (place ~?p) (holds nothing))
  =>
  (assert (goal (act be-at) (place ?p))))

(defrule take-from-ceiling
  ?goal <- (goal (act hold) (what ?x))
  ?thing <- (thing (name ?x) (place ?p) (on ceiling))
  ?monkey <- (monkey (place ?p) (on stool) (holds nothing))
  =>
  (say reaches the ?x)
  (modify ?thing (on monkey))
  (modify ?monkey (holds ?x))
  (retract ?goal))

(defrule take-up
  ?goal <- (goal (act hold) (what ?x))
  ?thing <- (thing (name ?x) (place ?p) (on ?where&~ceiling) (weight light))
  ?monkey <- (monkey (place ?p) (on floor) (holds nothing))
  =>
  (say takes the ?x from the ?where)
  (modify ?thing (on monkey))
  (modify ?monkey (holds ?x))
  (retract ?goal))

(defrule take-needs-the-floor
  (goal (act hold) (what ?x))
  (thing (name ?x) (place ?p) (on ~ceiling))
  (monkey (place ?p) (on ~floor) (holds nothing))
  =>
  (assert (goal (act stand-on) (what floor))))

; Hands get free

(defrule drop
  ?goal <- (goal (act free-hands))
  ?monkey <- (monkey (place ?p) (holds ?x&~nothing))
  =>
  (say drops the ?x)
  (modify ?monkey (holds nothing))
  (retract ?goal)
  (do-for-fact ((?t thing)) (eq ?t:name ?x)
    (modify ?t (place ?p) (on floor))))

; Going needs the floor under the feet

(defrule go-needs-the-floor
  (goal (act be-at) (place ?p))
  (monkey (place ~?p) (on ~floor))
  =>
  (assert (goal (act stand-on) (what floor))))

(defrule go
  ?goal <- (goal (act be-at) (place ?p))
  ?monkey <- (monkey (place ?from&~?p) (on floor) (holds ?x))
  =>
  (if (eq ?x nothing)
    then (say goes from ?from to ?p)
    else (say carries the ?x from ?from to ?p))
  (modify ?monkey (place ?p))
  (retract ?goal))

(defrule is-there
  ?goal <- (goal (act be-at) (place ?p))
  (monkey (place ?p))
  =>
  (retract ?goal))

; Standing

(defrule climb-down
  ?goal <- (goal (act stand-on) (what floor))
  ?monkey <- (monkey (on ?y&~floor))
  =>
  (say jumps down from the ?y)
  (modify ?monkey (on floor))
  (retract ?goal))

(defrule climb-up
  ?goal <- (goal (act stand-on) (what ?x&~floor))
  (thing (name ?x) (place ?p) (on floor))
  ?monkey <- (monkey (place ?p) (on floor))
  =>
  (say climbs the ?x)
  (modify ?monkey (on ?x))
  (retract ?goal))

; Bringing

(defrule bring-needs-holding
  (goal (act bring) (what ?x))
  (monkey (holds ~?x))
  =>
  (assert (goal (act hold) (what ?x))))

(defrule bring-needs-going
  (goal (act bring) (what ?x) (place ?p))
  (monkey (holds ?x) (place ~?p))
  =>
  (assert (goal (act be-at) (place ?p))))

(defrule put-down
  ?goal <- (goal (act bring) (what ?x) (place ?p))
  ?monkey <- (monkey (place ?p) (on floor) (holds ?x))
  ?thing <- (thing (name ?x))
  =>
  (say puts the ?x down)
  (modify ?thing (place ?p) (on floor))
  (modify ?monkey (holds nothing))
  (retract ?goal))

; Opening

(defrule open-needs-the-key
  (goal (act open) (what ?cage))
  (cage (name ?cage) (key ?key))
  (not (monkey (holds ?key)))
  =>
  (assert (goal (act hold) (what ?key))))

(defrule open-needs-being-there
  (goal (act open) (what ?cage))
  (cage (name ?cage) (key ?key))
  (monkey (holds ?key) (place ?here))
  (thing (name ?cage) (place ?p&~?here))
  =>
  (assert (goal (act be-at) (place ?p))))

(defrule open
  ?goal <- (goal (act open) (what ?cage))
  ?shut <- (cage (name ?cage) (key ?key) (holds ?x))
  (monkey (holds ?key) (place ?p))
  (thing (name ?cage) (place ?p))
  =>
  (say opens the ?cage with the ?key and finds a ?x)
  (retract ?goal ?shut)
  (assert (thing (name ?x) (place ?p))))
