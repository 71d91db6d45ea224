; Five houses in a row, of five colours, with people from five countries, five pets, five
; drinks and five cigarettes: who drinks water, and who owns the zebra?
;
; Source: Life International (1962). For each of the five kinds of things, a rule finds
; the orders that its own clues allow; the last rule puts one of each together. What is
; in a slot is the number of the house.
;
; Run: farbank rules examples/rules/zebra.clp

(deftemplate colours (slot red) (slot green) (slot ivory) (slot yellow) (slot blue))
(deftemplate people (slot Englishman) (slot Spaniard) (slot Ukrainian) (slot Norwegian) (slot Japanese))
(deftemplate drinks (slot coffee) (slot tea) (slot milk) (slot juice) (slot water))
(deftemplate smokes (slot old-gold) (slot kools) (slot chesterfield) (slot lucky-strike) (slot parliament))
(deftemplate pets (slot dog) (slot snails) (slot fox) (slot horse) (slot zebra))

(deffacts street
  (house 1) (house 2) (house 3) (house 4) (house 5)
  (beside 1 2) (beside 2 3) (beside 3 4) (beside 4 5)
  (beside 2 1) (beside 3 2) (beside 4 3) (beside 5 4))

(defrule paint
  "The green house is the next to the right of the ivory one."
  (house ?ivory)
  (house ?green&=(+ ?ivory 1))
  (house ?red&~?ivory&~?green)
  (house ?yellow&~?ivory&~?green&~?red)
  (house ?blue&~?ivory&~?green&~?red&~?yellow)
  =>
  (assert (colours (red ?red) (green ?green) (ivory ?ivory) (yellow ?yellow) (blue ?blue))))

(defrule move-in
  "The Norwegian lives in the first house."
  (house ?n&1)
  (house ?e&~?n)
  (house ?s&~?n&~?e)
  (house ?u&~?n&~?e&~?s)
  (house ?j&~?n&~?e&~?s&~?u)
  =>
  (assert (people (Englishman ?e) (Spaniard ?s) (Ukrainian ?u) (Norwegian ?n) (Japanese ?j))))

(defrule drink
  "Milk is drunk in the middle."
  (house ?milk&3)
  (house ?coffee&~?milk)
  (house ?tea&~?milk&~?coffee)
  (house ?juice&~?milk&~?coffee&~?tea)
  (house ?water&~?milk&~?coffee&~?tea&~?juice)
  =>
  (assert (drinks (coffee ?coffee) (tea ?tea) (milk ?milk) (juice ?juice) (water ?water))))

(defrule smoke
  (house ?o)
  (house ?k&~?o)
  (house ?c&~?o&~?k)
  (house ?l&~?o&~?k&~?c)
  (house ?p&~?o&~?k&~?c&~?l)
  =>
  (assert (smokes (old-gold ?o) (kools ?k) (chesterfield ?c) (lucky-strike ?l) (parliament ?p))))

(defrule keep-pets
  (house ?d)
  (house ?s&~?d)
  (house ?f&~?d&~?s)
  (house ?h&~?d&~?s&~?f)
  (house ?z&~?d&~?s&~?f&~?h)
  =>
  (assert (pets (dog ?d) (snails ?s) (fox ?f) (horse ?h) (zebra ?z))))

(defrule put-together
  (declare (salience -10))
  ; the Norwegian lives beside the blue house
  (colours (red ?red) (green ?green) (ivory ?ivory) (yellow ?yellow) (blue ?blue))
  (beside ?norwegian ?blue)
  ; the Englishman in the red one
  (people (Englishman ?red) (Spaniard ?spaniard) (Ukrainian ?ukrainian) (Norwegian ?norwegian) (Japanese ?japanese))
  ; coffee in the green one; the Ukrainian has tea
  (drinks (coffee ?green) (tea ?ukrainian) (juice ?juice) (water ?water))
  ; Kools in the yellow one; who smokes Lucky Strike has juice; the Japanese smokes Parliament
  (smokes (old-gold ?snails) (kools ?yellow) (chesterfield ?chesterfield) (lucky-strike ?juice) (parliament ?japanese))
  ; the Spaniard's dog; snails with Old Gold; Kools beside the horse; Chesterfield beside the fox
  (pets (dog ?spaniard) (snails ?snails) (fox ?fox) (horse ?horse) (zebra ?zebra))
  (beside ?yellow ?horse)
  (beside ?chesterfield ?fox)
  =>
  (bind ?at (create$ ?red Englishman ?spaniard Spaniard ?ukrainian Ukrainian ?norwegian Norwegian ?japanese Japanese))
  (loop-for-count (?h 1 5) do
    (format t "house %d %-7s %s%n" ?h
      (nth$ (+ 1 (member$ ?h (create$ ?red red ?green green ?ivory ivory ?yellow yellow ?blue blue)))
            (create$ ?red red ?green green ?ivory ivory ?yellow yellow ?blue blue))
      (nth$ (+ 1 (member$ ?h ?at)) ?at)))
  (printout t "Water is drunk by the " (nth$ (+ 1 (member$ ?water ?at)) ?at)
              "; the zebra belongs to the " (nth$ (+ 1 (member$ ?zebra ?at)) ?at) "." crlf))
