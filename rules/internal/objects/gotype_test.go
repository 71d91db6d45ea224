package objects_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"farbank/rules"
)

// account is a type with methods and fields that programs use.
type account struct {
	Owner   string
	Balance float64
	Tags    []string
	Limits  map[string]int
	Parent  *account
	hidden  int
}

var errEmpty = errors.New("the account is empty")

func (a *account) Deposit(x float64) *account { a.Balance += x; return a }

func (a *account) Withdraw(x float64) (float64, error) {
	if x > a.Balance {
		return 0, fmt.Errorf("%g is too much: %w", x, errEmpty)
	}
	a.Balance -= x
	return a.Balance, nil
}

func (a *account) Note(tags ...string) int { a.Tags = append(a.Tags, tags...); return len(a.Tags) }

func (a *account) SetOwner(name string) { a.Owner = strings.ToUpper(name) }

func (a *account) Crash() { panic("no") }

func (a *account) String() string { return a.Owner + "'s" }

func (a *account) Any(x any) string { return fmt.Sprintf("%T", x) }

func (a *account) Sum(m map[string]int, l []int) (sum int) {
	for _, n := range m {
		sum += n
	}
	for _, n := range l {
		sum += n
	}
	return sum
}

type point struct{ X, Y int }

func newBank(t *testing.T, out, errs *bytes.Buffer) *rules.Environment {
	t.Helper()
	e := rules.New(rules.Options{Dialect: rules.Jess, Out: out, Errors: errs})
	for name, makers := range map[string][]any{
		"bank.Account": {
			func(owner string, balance float64) (*account, error) {
				if balance < 0 {
					return nil, errEmpty
				}
				return &account{Owner: owner, Balance: balance, hidden: 1}, nil
			},
			func(owner string) *account { return &account{Owner: owner, Limits: map[string]int{"day": 5}} },
		},
		"Point":    {point{1, 2}},
		"Counts":   {map[string]int(nil)},
		"Names":    {[]string{}},
		"Ints":     {[]int{}},
		"Things":   {[]any{}},
		"Pointed":  {func() *map[string]int { return &map[string]int{"a": 1} }},
		"Mixed":    {map[any]any{}},
		"Stringer": {func() fmt.Stringer { return nil }},
	} {
		if err := e.DefineType(name, makers...); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// TestGoTypes uses objects of Go types in programs.
func TestGoTypes(t *testing.T) {
	for _, c := range []struct{ program, want string }{
		{`(import bank.*) (bind ?a (new Account ann 10)) (?a deposit 5) (printout t (?a getBalance) ?a.balance ?a.owner (get ?a owner) (get-member ?a Owner))`,
			"15.015.0annannann"},
		{`(bind ?a (new bank.Account "ann")) (printout t (?a toString) ((?a Deposit 2.5) getBalance) (?a withdraw 2))`, "ann's2.50.5"},
		{`(bind ?a (new Account ann)) (?a setOwner bob) (set ?a balance 7) (bind ?a.balance (+ ?a.balance 1)) (set-member ?a tags (create$ x "y"))
		  (printout t ?a.owner ?a.balance ?a.tags (?a note z w) ?a.tags)`, `BOB8.0("x" "y")4("x" "y" "z" "w")`},
		{`(bind ?a (new Account ann)) (set ?a parent ?a) (printout t (eq ?a ?a.parent) (?a equals ?a.parent) ?a.parent.owner)`, "TRUETRUEann"},
		{`(bind ?a (new Account ann)) (set ?a parent (new Account b)) (bind ?a.parent.owner carl) (printout t ?a.parent.owner ?a.owner)`, "CARLann"},
		{`(bind ?a (new Account ann)) (set ?a parent nil) (printout t (?a getParent))`, "nil"},
		{`(bind ?a (new Account ann)) (bind ?l ?a.limits) (printout t (?l get day) (?l get week) (?l put week 9) (?l getOrDefault month 3) ?l (?a.limits size))`,
			"5nilnil3{day=5, week=9}2"},
		{`(bind ?c (new Counts)) (?c put b 1) (?c put a 2) (foreach ?k (?c keySet) (printout t ?k)) (printout t (?c remove a) (?c containsKey a) (?c containsValue 1) (?c clear) (?c isEmpty))`,
			"ab2FALSETRUEnilTRUE"},
		{`(bind ?c (new Counts)) (bind ?m (new HashMap)) (?m put a 1) (?c putAll ?m) (printout t (?c equals ?m) (?m equals ?c)) (?m putAll ?c) (?c putAll ?c) (printout t (?c clone))`,
			"TRUETRUE{a=1}"},
		{`(bind ?n (new Names)) (?n add x) (?n add "y") (?n add 0 w) (?n remove x) (printout t (?n size) (?n get 0) (?n contains y) (?n indexOf y)) (foreach ?x ?n (printout t "," ?x))
		  (bind ?it (?n iterator)) (?it next) (?it remove) (printout t (?n toArray))`, `2wTRUE1,w,y("y")`},
		{`(bind ?m (new Mixed)) (?m put 1 a) (?m put a (new Point)) (?m put x (create$ 1 2)) (printout t (?m get 1) (call (?m get a) getY) (?m get (create$ 1)) (?m get x) (?m size))`,
			"a2nil(1 2)3"},
		{`(bind ?p (new Point)) (bind ?p.x 5) (printout t ?p.x ?p.y ((new Point) getX))`, "521"},
		{`(bind ?m (new HashMap)) (?m put a 3) (bind ?l (new ArrayList)) (?l add 4) (printout t ((new Account a) sum ?m ?l) ((new Account a) sum ?m (create$ 1 2)))`, "76"},
		{`(bind ?a (new Account a)) (printout t (?a any 1) (?a any x) (?a any "x") (?a any TRUE) (?a any nil) (?a any (create$ 1)) (?a any ?a) (?a any 0.5))`,
			"int64objects.Symbolstringbool<nil>[]interface {}*objects_test.accountfloat64"},
		{`(bind ?a (new Account a)) (printout t (instanceof ?a Account) (instanceof ?a bank.Account) (instanceof ?a Point) (instanceof ?a Stringer) (instanceof ?a Object)
		  (instanceof (new HashMap) Account) (instanceof (new Counts) Map) (instanceof 1 Stringer))`, "TRUETRUEFALSETRUETRUEFALSETRUEFALSE"},
		{`(bind ?l (new Ints)) (?l add 3) (printout t (instanceof ?l List) (instanceof ?l Collection) (instanceof ?l Map) ?l (?l toString) (str-cat "<" ?l ">"))`,
			"TRUETRUEFALSE[3][3]<[3]>"},
		{`(bind ?l (new Ints)) (?l add 3) (bind ?a (new ArrayList ?l)) (printout t ?a (?a equals ?l) (?l equals ?a) (eq ?l ?l) (?l equals ?l) (?l equals (new Ints)) (?a contains 3))`,
			"[3]TRUETRUETRUETRUEFALSETRUE"},
		{`(bind ?l (new Ints)) (?l add 3) (bind ?m (new HashMap)) (?m put ?l x) (?m put l ?l) (bind ?n (new ArrayList)) (?n add ?l)
		  (printout t (?m get (new ArrayList ?l)) (?m get l) (?n contains (new ArrayList ?l)) ((new HashMap ?m) equals ?m) ?n)`, "x[3]TRUETRUE[[...]]"},
		{`(bind ?p (new Pointed)) (?p put b 2) (bind ?m (new HashMap ?p)) (printout t (instanceof ?p Map) ?p (?m equals ?p) (?p equals ?m) ((new Account a) sum ?p (create$)))`,
			"TRUE{a=1, b=2}TRUETRUE3"},
		{`(bind ?l (new Things)) (?l add ?l) (?l add (create$ 1 ?l "x")) (bind ?m (new Mixed)) (?m put a ?m) (bind ?a (new ArrayList)) (?a add (create$ ?a)) (printout t ?l ?m ?a)`,
			`[[...], (1 [...] "x")]{a={...}}[([...])]`},
		{`(bind ?l (new Things)) (bind ?k (new Things)) (?l add ?k) (?k add ?l) (printout t (?l equals ?k) (?k equals ?l))`, "FALSEFALSE"},
		{`(bind ?m (new HashMap 32)) (printout t (str-cat ?m (new ArrayList)))`, "{}[]"},
		{`(try (Integer parseInt "x") catch (printout t (?ERROR getMessage)))(try (Long parseLong "99999999999999999999") catch (printout t "," (?ERROR getMessage)))
		  (try (Double parseDouble "1,5") catch (printout t "," (?ERROR getMessage))) (printout t "," (Integer parseInt "-7") (Double parseDouble "1.5"))`,
			`parseInt: "x" is not an integer,parseLong: "99999999999999999999" does not fit an integer,parseDouble: "1,5" is not a float,-71.5`},
		{`(try (new Account ann -1) catch (printout t (?ERROR getMessage)))`, "the account is empty"},
		{`(try ((new Account ann) withdraw 3) catch (printout t (?ERROR getMessage)))`, "withdraw: 3 is too much: the account is empty"},
		{`(try ((new Account ann) crash) catch (printout t (?ERROR getMessage)))`, "crash: the function crash has panicked: no"},
		{`(deftemplate holds (slot it)) (defrule r (holds (it ?a&:(> ?a.balance 3))) => (printout t ?a.owner)) (defrule s (holds (it ?a)) (holds (it ?b&:(< ?b.balance ?a.balance))) => (printout t ?b.owner "<" ?a.owner.length " ")) (assert (holds (it (new Account poor 1))) (holds (it (new Account rich 9)))) (run)`, "poor<4 rich"},
	} {
		var out, errs bytes.Buffer
		if err := newBank(t, &out, &errs).Load(strings.NewReader(c.program), "p"); err != nil || out.String() != c.want || errs.Len() > 0 {
			t.Errorf("%s\nprints %s\nwant %s\n%v %s", c.program, out.String(), c.want, err, errs.String())
		}
	}
}

// TestGoTypeFaults checks that mismatches are reported and that nothing panics.
func TestGoTypeFaults(t *testing.T) {
	for program, want := range map[string]string{
		`(new Account)`:                         "Account is made of (string, float64) (*objects_test.account, error) or (string) *objects_test.account",
		`(new Account 1)`:                       "is made of",
		`(new Nosuch)`:                          "Nosuch is not known: there are ArrayList",
		`((new Account a) deposit x)`:           "deposit: [ARGACCES5] Function deposit expected argument #1 to be of type float64",
		`((new Account a) deposit)`:             "a *objects_test.account has no method deposit with 0 arguments",
		`((new Account a) getHidden)`:           "has no method getHidden",
		`((new Account a) setBalance x)`:        "of type float64",
		`(get (new Account a) hidden)`:          "has no property hidden",
		`(set (new Account a) hidden 1)`:        "has no property hidden that can be set",
		`(get 3 x)`:                             "has no property x",
		`(get (new HashMap) "")`:                "a property needs a name",
		`((new Counts) put 1 1)`:                "1 is no string",
		`((new Mixed) put (create$ 1 2) 1)`:     "cannot be a key",
		`((new Counts) put a x)`:                "x is no int",
		`((new Names) add 1)`:                   "1 is no string",
		`((new Account a) "")`:                  "",
		`(bind ?a (new Account a)) ?a.nosuch`:   "has no property nosuch",
		`((new Account a) sum (new HashMap) x)`: "of type []int",
	} {
		var out, errs bytes.Buffer
		err := newBank(t, &out, &errs).Load(strings.NewReader(program), "p")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", program, err, want)
		}
	}
	e := rules.New(rules.Options{Dialect: rules.Jess})
	var nilFunc func() int
	for _, makers := range [][]any{nil, {3}, {nil}, {nilFunc}, {func() {}}, {func() (int, int) { return 1, 2 }}, {point{}, 3}} {
		if err := e.DefineType("T", makers...); err == nil {
			t.Errorf("%v make objects", makers)
		}
	}
	if e.DefineType("", point{}) == nil {
		t.Error("a type without a name is accepted")
	}
}

// TestGoErrorsAreKept checks that an error of a Go method is wrapped in the error of the program, also
// if it was thrown again.
func TestGoErrorsAreKept(t *testing.T) {
	for _, program := range []string{`((new Account a) withdraw 1)`, `(try ((new Account a) withdraw 1) catch (throw ?ERROR))`,
		`(try ((new Account a) withdraw 1) finally (store x 1))`} {
		var out, errs bytes.Buffer
		if err := newBank(t, &out, &errs).Load(strings.NewReader(program), "p"); !errors.Is(err, errEmpty) {
			t.Errorf("%s: %v", program, err)
		}
	}
}

// TestStoredGoValues checks that a program fetches what Go stores, and the reverse.
func TestStoredGoValues(t *testing.T) {
	var out, errs bytes.Buffer
	e := newBank(t, &out, &errs)
	a, counts := &account{Owner: "ann"}, map[string]int{"x": 1}
	if err := errors.Join(e.Store("account", a), e.Store("counts", counts), e.Store("none", nil)); err != nil {
		t.Fatal(err)
	}
	err := e.Load(strings.NewReader(`
		((fetch account) deposit 3) ((fetch counts) put y 2) (store names (new Names)) ((fetch names) add z)
		(printout t (fetch none) (fetch counts))`), "p")
	names, ok := e.Fetch("names")
	list, _ := names.Ref().(*[]string)
	if err != nil || a.Balance != 3 || counts["y"] != 2 || !ok || list == nil || fmt.Sprint(*list) != "[z]" || out.String() != "nil{x=1, y=2}" {
		t.Error(err, a.Balance, counts, names, out.String())
	}
	if _, ok := e.Fetch("none"); ok {
		t.Error("nil is stored")
	}
	if e.Store("bad", struct{ f []int }{}) == nil {
		t.Error("a value that is not comparable is stored")
	}
}
