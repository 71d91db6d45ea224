; Line drawings of blocks: is a line a convex edge (+), a concave one (-) or an outline
; (B), with the background or another block behind it?
;
; Source: Waltz (1972), with the corners of Huffman and Clowes (1971); as a benchmark for
; production systems by the OPS5 group at Columbia (1991). Written anew: the outline is
; walked round the drawing, then the labels spread from corner to corner.
;
; A point is one number, 1000x + y; a region is 100 wide. A drawing is a fact (line ...)
; for each line; where a line meets another, both end. The deffacts below is a cube.
;
; Run: farbank rules examples/rules/waltz.clp
;      go run ./bench/ruledata waltz -regions 50 > 50.clp
;      farbank rules examples/rules/waltz.clp 50.clp

(deftemplate phase (slot now))
(deftemplate line "As drawn." (slot one) (slot other))
(deftemplate side
  "A line, as seen from one of its ends."
  (slot from) (slot to)
  (slot joined (default no))
  (slot label (default none))
  (slot plotted (default no)))
(deftemplate corner
  "Two or three lines meet: at their far ends, counter-clockwise. In an arrow b is the
   shaft, in a tee the stem."
  (slot at) (slot region) (slot kind) (slot a) (slot b) (slot c (default none)))
(deftemplate walker "Goes round a region." (slot from) (slot at))

(defglobal ?*known* = 0 ?*unknown* = 0)

(deffacts work (phase (now start)))

(deffacts drawing "A cube: three arrows, three L and a fork."
  (line (one 1003) (other 3001)) (line (one 3001) (other 5003)) (line (one 5003) (other 5007))
  (line (one 5007) (other 3009)) (line (one 3009) (other 1007)) (line (one 1007) (other 1003))
  (line (one 3005) (other 3001)) (line (one 3005) (other 1007)) (line (one 3005) (other 5007)))

; The plane

(deffunction turn (?at ?p ?q)
  "Positive if the way from the direction of p to that of q is counter-clockwise, seen
   from a point; 0 if all three are on a line."
  (bind ?x (div ?at 1000))
  (bind ?y (mod ?at 1000))
  (- (* (- (div ?p 1000) ?x) (- (mod ?q 1000) ?y))
     (* (- (mod ?p 1000) ?y) (- (div ?q 1000) ?x))))

(deffunction new-corner (?kind ?at ?a ?b ?c)
  (assert (corner (at ?at) (region (div ?at 100000)) (kind ?kind) (a ?a) (b ?b) (c ?c))))

(deffunction corner-of-three (?at ?p ?q ?r)
  "Finds the kind of a corner, and the order of its lines."
  (if (< (turn ?at ?p ?q) 0) then
    (bind ?swap ?p) (bind ?p ?q) (bind ?q ?swap))
  (bind ?pq (turn ?at ?p ?q))
  (bind ?qr (turn ?at ?q ?r))
  (bind ?rp (turn ?at ?r ?p))
  (if (= ?pq 0) then
    (return (if (> ?qr 0) then (new-corner tee ?at ?q ?r ?p) else (new-corner tee ?at ?p ?r ?q))))
  (if (= ?qr 0) then (return (new-corner tee ?at ?r ?p ?q)))
  (if (= ?rp 0) then (return (new-corner tee ?at ?p ?q ?r)))
  (if (and (> ?qr 0) (> ?rp 0)) then (return (new-corner fork ?at ?p ?q ?r)))
  (if (> ?qr 0) then (return (new-corner arrow ?at ?p ?q ?r)))
  (if (> ?rp 0) then (return (new-corner arrow ?at ?r ?p ?q)))
  (new-corner arrow ?at ?p ?r ?q))

(deffunction next-round (?from ?a ?b ?c)
  "The line of a corner that comes counter-clockwise after one."
  (if (eq ?from ?a) then (return ?b))
  (if (and (eq ?from ?b) (neq ?c none)) then (return ?c))
  ?a)

; Lines become sides

(defrule begin
  ?phase <- (phase (now start))
  =>
  (modify ?phase (now splitting)))

(defrule split-line
  (phase (now splitting))
  ?line <- (line (one ?p) (other ?q))
  =>
  (retract ?line)
  (assert (side (from ?p) (to ?q)))
  (assert (side (from ?q) (to ?p))))

(defrule all-split
  (declare (salience -10))
  ?phase <- (phase (now splitting))
  (not (line))
  =>
  (modify ?phase (now joining)))

; Sides become corners

(defrule three-meet
  (phase (now joining))
  ?one <- (side (from ?at) (to ?p) (joined no))
  ?two <- (side (from ?at) (to ?q&~?p) (joined no))
  ?three <- (side (from ?at) (to ?r&~?p&~?q) (joined no))
  =>
  (corner-of-three ?at ?p ?q ?r)
  (modify ?one (joined yes))
  (modify ?two (joined yes))
  (modify ?three (joined yes)))

(defrule two-meet
  (phase (now joining))
  ?one <- (side (from ?at) (to ?p) (joined no))
  ?two <- (side (from ?at) (to ?q&~?p) (joined no))
  (not (side (from ?at) (to ~?p&~?q)))
  =>
  (if (> (turn ?at ?p ?q) 0)
    then (new-corner ell ?at ?p ?q none)
    else (new-corner ell ?at ?q ?p none))
  (modify ?one (joined yes))
  (modify ?two (joined yes)))

(defrule all-joined
  (declare (salience -10))
  ?phase <- (phase (now joining))
  (not (side (joined no)))
  =>
  (modify ?phase (now outlining)))

; The outline of each region, from its rightmost corner: an arrow or an L, which bulge

(defrule first-outline-from-ell
  (phase (now outlining))
  (corner (kind ell) (region ?region) (at ?p) (a ?q))
  (not (corner (region ?region) (at ?other&:(> ?other ?p))))
  ?side <- (side (from ?p) (to ?q) (label none))
  =>
  (modify ?side (label B))
  (assert (walker (from ?p) (at ?q))))

(defrule first-outline-from-arrow
  (phase (now outlining))
  (corner (kind arrow) (region ?region) (at ?p) (a ?q))
  (not (corner (region ?region) (at ?other&:(> ?other ?p))))
  ?side <- (side (from ?p) (to ?q) (label none))
  =>
  (modify ?side (label B))
  (assert (walker (from ?p) (at ?q))))

(defrule next-outline
  (phase (now outlining))
  ?walker <- (walker (from ?p) (at ?q))
  (corner (at ?q) (a ?a) (b ?b) (c ?c))
  ?side <- (side (from ?q) (to ?next&=(next-round ?p ?a ?b ?c)) (label none))
  =>
  (modify ?side (label B))
  (modify ?walker (from ?q) (at ?next)))

(defrule all-outlined
  (declare (salience -10))
  ?phase <- (phase (now outlining))
  =>
  (modify ?phase (now labelling)))

; Labels spread: along a line ...

(defrule both-ends
  (phase (now labelling))
  (side (from ?p) (to ?q) (label ?label&~none))
  ?side <- (side (from ?q) (to ?p) (label none))
  =>
  (modify ?side (label ?label)))

; ... over a tee, whose bar is the outline of what is in front ...

(defrule tee-first-half
  (phase (now labelling))
  (corner (kind tee) (at ?p) (a ?q))
  ?side <- (side (from ?p) (to ?q) (label none))
  =>
  (modify ?side (label B)))

(defrule tee-second-half
  (phase (now labelling))
  (corner (kind tee) (at ?p) (c ?q))
  ?side <- (side (from ?p) (to ?q) (label none))
  =>
  (modify ?side (label B)))

; ... an L, which has an outline at least on one side ...

(defrule ell-inner-and-outline
  (phase (now labelling))
  (corner (kind ell) (at ?p))
  (side (from ?p) (to ?q) (label + | -))
  ?side <- (side (from ?p) (to ~?q) (label none))
  =>
  (modify ?side (label B)))

; ... a fork: + + +, - - - or B B - ...

(defrule fork-convex
  (phase (now labelling))
  (corner (kind fork) (at ?p))
  (side (from ?p) (to ?q) (label +))
  ?side <- (side (from ?p) (to ~?q) (label none))
  =>
  (modify ?side (label +)))

(defrule fork-two-outlines
  (phase (now labelling))
  (corner (kind fork) (at ?p))
  (side (from ?p) (to ?q) (label B))
  (side (from ?p) (to ?r&~?q) (label B))
  ?side <- (side (from ?p) (to ~?q&~?r) (label none))
  =>
  (modify ?side (label -)))

(defrule fork-outline-and-concave
  (phase (now labelling))
  (corner (kind fork) (at ?p))
  (side (from ?p) (to ?q) (label B))
  (side (from ?p) (to ?r&~?q) (label -))
  ?side <- (side (from ?p) (to ~?q&~?r) (label none))
  =>
  (modify ?side (label B)))

(defrule fork-two-concave
  (phase (now labelling))
  (corner (kind fork) (at ?p))
  (side (from ?p) (to ?q) (label -))
  (side (from ?p) (to ?r&~?q) (label -))
  ?side <- (side (from ?p) (to ~?q&~?r) (label none))
  =>
  (modify ?side (label -)))

; ... and an arrow, barb shaft barb: B + B, - + - or + - +

(defrule arrow-shaft-convex
  (phase (now labelling))
  (corner (kind arrow) (at ?p) (b ?shaft))
  (side (from ?p) (to ?q&~?shaft) (label B | -))
  ?side <- (side (from ?p) (to ?shaft) (label none))
  =>
  (modify ?side (label +)))

(defrule arrow-shaft-concave
  (phase (now labelling))
  (corner (kind arrow) (at ?p) (b ?shaft))
  (side (from ?p) (to ?q&~?shaft) (label +))
  ?side <- (side (from ?p) (to ?shaft) (label none))
  =>
  (modify ?side (label -)))

(defrule arrow-right-as-left
  (phase (now labelling))
  (corner (kind arrow) (at ?p) (a ?left) (c ?right))
  (side (from ?p) (to ?left) (label ?label&~none))
  ?side <- (side (from ?p) (to ?right) (label none))
  =>
  (modify ?side (label ?label)))

(defrule arrow-left-as-right
  (phase (now labelling))
  (corner (kind arrow) (at ?p) (a ?left) (c ?right))
  (side (from ?p) (to ?right) (label ?label&~none))
  ?side <- (side (from ?p) (to ?left) (label none))
  =>
  (modify ?side (label ?label)))

(defrule arrow-barb-beside-concave
  (phase (now labelling))
  (corner (kind arrow) (at ?p) (b ?shaft))
  (side (from ?p) (to ?shaft) (label -))
  ?side <- (side (from ?p) (to ~?shaft) (label none))
  =>
  (modify ?side (label +)))

(defrule all-labelled
  (declare (salience -10))
  ?phase <- (phase (now labelling))
  =>
  (modify ?phase (now plotting)))

; The result

(defrule plot-known
  (phase (now plotting))
  ?one <- (side (from ?p) (to ?q&:(< ?p ?q)) (label ?label&~none) (plotted no))
  ?other <- (side (from ?q) (to ?p) (label ?label) (plotted no))
  =>
  (printout t ?p " - " ?q " " ?label crlf)
  (bind ?*known* (+ ?*known* 1))
  (modify ?one (plotted yes))
  (modify ?other (plotted yes)))

(defrule plot-unknown
  (phase (now plotting))
  ?one <- (side (from ?p) (to ?q&:(< ?p ?q)) (label none) (plotted no))
  ?other <- (side (from ?q) (to ?p) (plotted no))
  =>
  (printout t ?p " - " ?q " ?" crlf)
  (bind ?*unknown* (+ ?*unknown* 1))
  (modify ?one (plotted yes))
  (modify ?other (plotted yes)))

(defrule plot-contradiction
  (phase (now plotting))
  (side (from ?p) (to ?q&:(< ?p ?q)) (label ?label&~none))
  (side (from ?q) (to ?p) (label ?other&~none&~?label))
  =>
  (printout t ?p " - " ?q " cannot be both " ?label " and " ?other crlf))

(defrule all-plotted
  (declare (salience -10))
  ?phase <- (phase (now plotting))
  =>
  (printout t ?*known* " lines labelled, " ?*unknown* " left open." crlf)
  (modify ?phase (now end)))
