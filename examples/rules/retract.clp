; Tides on a beach of posts: with every wave the water rises over the low posts, and
; falls again. While it is there, rules find its edge, islands and channels; when it
; goes, all of that goes too, most of it without ever having fired. The work is in
; retraction: of facts, of what follows from them by logical, and of waiting activations.
;
; Source: written for this collection.
;
; Run: farbank rules examples/rules/retract.clp       four posts, two waves
;      go run ./bench/ruledata retract -waves 40 -posts 400 > tides.clp
;      farbank rules examples/rules/retract.clp tides.clp

(deftemplate tide
  (slot now (allowed-symbols low rising high falling))
  (slot wave) (slot level) (slot waves))
(deftemplate post (slot id) (slot height))
(deftemplate beside (slot one) (slot other))
(deftemplate wet (slot post))
(deftemplate edge (slot wet) (slot dry))
(deftemplate island (slot post))
(deftemplate channel (slot from) (slot to))

(defglobal ?*edges* = 0 ?*islands* = 0 ?*channels* = 0)

(deffacts beach
  (tide (now low) (wave 0) (level 0) (waves 2))
  (post (id p1) (height 20)) (post (id p2) (height 90)) (post (id p3) (height 10)) (post (id p4) (height 30))
  (beside (one p1) (other p2)) (beside (one p2) (other p1)) (beside (one p1) (other p3)) (beside (one p3) (other p1))
  (beside (one p2) (other p4)) (beside (one p4) (other p2)) (beside (one p3) (other p4)) (beside (one p4) (other p3)))

; The tide

(defrule rise
  ?tide <- (tide (now low) (wave ?wave) (waves ?waves&:(< ?wave ?waves)))
  =>
  (bind ?next (+ ?wave 1))
  (modify ?tide (now rising) (wave ?next) (level (+ 25 (mod (* ?next 37) 61)))))

(defrule flood
  (tide (now rising) (level ?level))
  (post (id ?post) (height ?height&:(< ?height ?level)))
  (not (wet (post ?post)))
  =>
  (assert (wet (post ?post))))

(defrule high-water
  (declare (salience -10))
  ?tide <- (tide (now rising))
  =>
  (modify ?tide (now high)))

(defrule turn
  (declare (salience -10))
  ?tide <- (tide (now high) (wave ?wave) (level ?level))
  =>
  (printout t "wave " ?wave " of " ?level ": " ?*edges* " edges, " ?*islands* " islands, " ?*channels* " channels" crlf)
  (bind ?*edges* 0)
  (bind ?*islands* 0)
  (bind ?*channels* 0)
  (modify ?tide (now falling)))

(defrule ebb
  (tide (now falling))
  ?wet <- (wet)
  =>
  (retract ?wet))

(defrule low-water
  (declare (salience -10))
  ?tide <- (tide (now falling))
  =>
  (modify ?tide (now low)))

; What there is while the water is up

(defrule edge-of-water
  (logical
    (wet (post ?wet))
    (beside (one ?wet) (other ?dry))
    (not (wet (post ?dry))))
  =>
  (assert (edge (wet ?wet) (dry ?dry))))

(defrule island-in-water
  (logical
    (exists (wet))
    (post (id ?post))
    (not (wet (post ?post)))
    (not (and (beside (one ?post) (other ?next))
              (not (wet (post ?next))))))
  =>
  (assert (island (post ?post))))

(defrule channel-through-three
  (logical
    (wet (post ?a))
    (beside (one ?a) (other ?b))
    (edge (wet ?b) (dry ?))
    (wet (post ?b))
    (beside (one ?b) (other ?c&~?a))
    (wet (post ?c))
    (not (beside (one ?a) (other ?c)))
    (not (edge (wet ?a) (dry ?))))
  =>
  (assert (channel (from ?a) (to ?c))))

; Counted at high water

(defrule count-edge
  (tide (now high))
  (edge)
  =>
  (bind ?*edges* (+ ?*edges* 1)))

(defrule count-island
  (tide (now high))
  (island)
  =>
  (bind ?*islands* (+ ?*islands* 1)))

(defrule count-channel
  (tide (now high))
  (channel)
  =>
  (bind ?*channels* (+ ?*channels* 1)))

; Never time to fire: a walk along the water of five posts takes longer than the tide

(defrule long-walk
  (declare (salience -100))
  (edge (wet ?a) (dry ?))
  (beside (one ?a) (other ?b))
  (edge (wet ?b) (dry ?))
  (beside (one ?b) (other ?c&~?a))
  (edge (wet ?c) (dry ?))
  (beside (one ?c) (other ?d&~?b))
  (wet (post ?d))
  =>
  (printout t "walked from " ?a " to " ?d crlf))
