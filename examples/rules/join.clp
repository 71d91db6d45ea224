; Assembling kits: which bolt, nut, washer and bracket go together, what it costs, and
; which shop has everything. Thousands of facts meet in joins of three to five patterns,
; on one variable or two, and few of the meetings pass the last condition: almost all
; of the work is matching, hardly any is firing.
;
; Source: written for this collection.
;
; Run: farbank rules examples/rules/join.clp          a small shop
;      go run ./bench/ruledata join -parts 4000 > 4000.clp
;      farbank rules examples/rules/join.clp 4000.clp

(deftemplate part
  (slot kind (allowed-symbols bolt nut washer bracket))
  (slot id) (slot size) (slot metal) (slot price))
(deftemplate stock (slot shop) (slot part) (slot count))
(deftemplate road (slot from) (slot to) (slot km))
(deftemplate clash "Metals that corrode each other." (slot one) (slot other))

(deffacts parts
  (part (kind bolt) (id b1) (size 6) (metal steel) (price 3))
  (part (kind bolt) (id b2) (size 6) (metal steel) (price 62))
  (part (kind bolt) (id b3) (size 8) (metal brass) (price 5))
  (part (kind nut) (id n1) (size 6) (metal steel) (price 1))
  (part (kind nut) (id n2) (size 8) (metal steel) (price 4))
  (part (kind washer) (id w1) (size 6) (metal brass) (price 4))
  (part (kind washer) (id w2) (size 6) (metal copper) (price 31))
  (part (kind bracket) (id k1) (size 6) (metal copper) (price 95))
  (part (kind bracket) (id k2) (size 8) (metal zinc) (price 7))
  (clash (one zinc) (other copper))
  (stock (shop s1) (part b1) (count 2)) (stock (shop s1) (part n1) (count 2)) (stock (shop s1) (part k2) (count 0))
  (stock (shop s2) (part b1) (count 1)) (stock (shop s2) (part n1) (count 7)) (stock (shop s2) (part k2) (count 49))
  (road (from s1) (to s2) (km 5)) (road (from s2) (to s1) (km 6))
  (road (from s2) (to s3) (km 5)) (road (from s3) (to s1) (km 5)))

(defrule kit-of-one-price
  "Bolt and nut of one size and metal, and a washer; the last has the price of the others multiplied, and one."
  (part (kind bolt) (id ?bolt) (size ?size) (metal ?metal) (price ?p))
  (part (kind nut) (id ?nut) (size ?size) (metal ?metal) (price ?q))
  (part (kind washer) (id ?washer) (size ?size) (metal ?other) (price ?r&:(= ?r (+ 1 (* ?p ?q)))))
  (not (clash (one ?metal) (other ?other)))
  =>
  (printout t "one price: " ?bolt " " ?nut " " ?washer crlf))

(defrule dear-kit
  "Four parts of one size, each dearer by more than 28 than the one before; no two of them clash."
  (part (kind nut) (id ?nut) (size ?size) (metal ?m1) (price ?p1))
  (part (kind washer) (id ?washer) (size ?size) (metal ?m2) (price ?p2&:(> ?p2 (+ ?p1 28))))
  (part (kind bolt) (id ?bolt) (size ?size) (metal ?m1) (price ?p3&:(> ?p3 (+ ?p2 28))))
  (part (kind bracket) (id ?bracket) (size ?size) (metal ?m2) (price ?p4&:(> ?p4 (+ ?p3 28))))
  (not (clash (one ?m1) (other ?m2)))
  (not (clash (one ?m2) (other ?m1)))
  =>
  (printout t "dear: " ?nut " " ?washer " " ?bolt " " ?bracket crlf))

(defrule last-pieces
  "A shop has few bolts and as few nuts that fit."
  (part (kind bolt) (id ?bolt) (size ?size) (metal ?metal))
  (stock (shop ?shop) (part ?bolt) (count ?n&:(< ?n 3)))
  (part (kind nut) (id ?nut) (size ?size) (metal ?metal))
  (stock (shop ?shop) (part ?nut) (count ?n))
  =>
  (printout t "last pieces: " ?shop " has " ?n " of " ?bolt " and " ?nut crlf))

(defrule send-for-more
  "What is short in a shop is plenty in one that is near, there and back."
  (stock (shop ?poor) (part ?part) (count 0))
  (stock (shop ?rich&~?poor) (part ?part) (count ?n&:(> ?n 48)))
  (road (from ?poor) (to ?rich) (km ?there))
  (road (from ?rich) (to ?poor) (km ?back&:(< (+ ?there ?back) 12)))
  =>
  (printout t "send: " ?part " from " ?rich " to " ?poor crlf))

(defrule round-trip
  "Three shops with short ways between them, the same sum of kilometres both ways round."
  (road (from ?a) (to ?b) (km ?ab))
  (road (from ?b) (to ?c&~?a) (km ?bc&:(= ?bc ?ab)))
  (road (from ?c) (to ?a) (km ?ca&:(= ?ca ?bc)))
  (test (and (< (str-compare ?a ?b) 0) (< (str-compare ?a ?c) 0)))
  =>
  (printout t "round trip: " ?a " " ?b " " ?c crlf))
