; Jealous husbands: couples cross a river in a boat for two, and no wife is ever with
; another man while her husband is elsewhere. One of the shortest ways is printed.
;
; Source: the Propositions ascribed to Alcuin of York (about 800). States are facts with
; their depth and the state before; salient rules retract those that must not be. Other
; couples, and unmarried people, need only other facts.
;
; Run: farbank rules examples/rules/husbands.clp

(deftemplate couple (slot man) (slot wife))
(deftemplate state
  "Who is beside the boat, and who is on the other shore, in the order of everyone."
  (slot id (default-dynamic (gensym*)))
  (slot before)
  (slot depth)
  (slot boat (allowed-symbols near far))
  (multislot here)
  (multislot there)
  (multislot crossed))
(deftemplate way "Crossings to the end from a state." (slot from) (multislot crossings))

(defglobal ?*everyone* = (create$ Anna Axel Bella Boris Clara Conrad))

(deffacts journey
  (couple (man Axel) (wife Anna))
  (couple (man Boris) (wife Bella))
  (couple (man Conrad) (wife Clara))
  (depth 0))

(defrule begin
  (depth 0)
  =>
  (assert (state (id first) (before none) (depth 0) (boat near) (here ?*everyone*))))

; Moves, a depth at a time

(deffunction with ($?people)
  "The people, in the order of everyone."
  (bind ?sorted (create$))
  (progn$ (?p ?*everyone*)
    (if (member$ ?p ?people) then (bind ?sorted (create$ ?sorted ?p))))
  ?sorted)

(deffunction opposite (?shore)
  (if (eq ?shore near) then far else near))

(defrule one-crosses
  (depth ?d)
  (state (id ?id) (depth ?d) (boat ?shore) (here $?a ?p $?b) (there $?there))
  =>
  (assert (state (before ?id) (depth (+ ?d 1)) (boat (opposite ?shore))
                 (here (with ?p ?there)) (there ?a ?b) (crossed ?p))))

(defrule two-cross
  (depth ?d)
  (state (id ?id) (depth ?d) (boat ?shore) (here $?a ?p $?b ?q $?c) (there $?there))
  =>
  (assert (state (before ?id) (depth (+ ?d 1)) (boat (opposite ?shore))
                 (here (with ?p ?q ?there)) (there ?a ?b ?c) (crossed ?p ?q))))

(defrule all-crossed
  (declare (salience -10))
  ?depth <- (depth ?d)
  (exists (state (depth =(+ ?d 1))))
  (not (found))
  =>
  (retract ?depth)
  (assert (depth (+ ?d 1))))

(defrule no-way
  (declare (salience -10))
  (depth ?d)
  (not (state (depth =(+ ?d 1))))
  (not (found))
  =>
  (printout t "There is no way: nothing new after " ?d " crossings." crlf))

; What must not be

(defrule jealousy-beside-boat
  (declare (salience 100))
  (couple (man ?husband) (wife ?wife))
  ?state <- (state (here $?here&:(member$ ?wife ?here)) (there $? ?husband $?))
  (couple (man ?other&~?husband&:(member$ ?other ?here)))
  =>
  (retract ?state))

(defrule jealousy-over-there
  (declare (salience 100))
  (couple (man ?husband) (wife ?wife))
  ?state <- (state (here $? ?husband $?) (there $?there&:(member$ ?wife ?there)))
  (couple (man ?other&~?husband&:(member$ ?other ?there)))
  =>
  (retract ?state))

(defrule been-here
  "The same people and the boat were at these places at a lower depth, or by another way."
  (declare (salience 90))
  (state (id ?id) (depth ?early) (boat ?shore) (here $?here))
  ?state <- (state (id ?other&~?id) (depth ?late&:(<= ?early ?late)) (boat ?shore) (here $?here))
  =>
  (retract ?state))

; The solution, from its end to its begin

(defrule all-over
  (declare (salience 50))
  (state (before ?before) (depth ?d) (boat far) (there) (crossed $?who))
  (not (found))
  =>
  (assert (found))
  (printout t "A way in " ?d " crossings:" crlf)
  (assert (way (from ?before) (crossings (implode$ ?who)))))

(defrule step-back
  (declare (salience 60))
  ?way <- (way (from ?id) (crossings $?later))
  (state (id ?id) (before ?before&~none) (crossed $?who))
  =>
  (modify ?way (from ?before) (crossings (implode$ ?who) ?later)))

(defrule tell
  (declare (salience 60))
  (way (from first) (crossings $?all))
  =>
  (bind ?shore near)
  (progn$ (?who ?all)
    (bind ?shore (opposite ?shore))
    (format t "%3d. to the %-4s shore: %s%n" ?who-index ?shore ?who))
  (halt))
