package rules_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"farbank/rules"
)

// Loan is a request, Verdict the answer.
type Loan struct{ ID, Amount, Income int }

type Verdict struct {
	Loan, Policy int
	Answer       rules.Symbol
}

// policy compiles the rules with a limit of the amount, in incomes.
func policy(number, limit int) (*rules.Base, error) {
	return rules.Compile(rules.Type(Loan{}), rules.Type(Verdict{}), rules.Text("policy.clp", fmt.Sprintf(`
(defrule too-much (loan (id ?i) (amount ?a) (income ?m&:(> ?a (* %d ?m))))
   => (assert (verdict (loan ?i) (answer no) (policy %d))))
(defrule fair (loan (id ?i)) (not (verdict (loan ?i)))
   => (assert (verdict (loan ?i) (answer yes) (policy %d))))`, limit, number, number)))
}

// service answers a loan as JSON with a verdict and its reason. Each request has a session of its own.
type service struct{ rules *rules.Holder }

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var loan Loan
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&loan); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	session, err := s.rules.NewSession(rules.Options{Firings: 100, Time: time.Second, Memory: 1 << 20})
	if err == nil {
		_, err = session.Insert(loan)
	}
	if err == nil {
		var run rules.RunResult
		run, err = session.Run(r.Context(), -1)
		err = errors.Join(err, run.Reason)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	for h, v := range rules.Handles[Verdict](session) {
		_ = json.NewEncoder(w).Encode(map[string]any{"answer": v.Answer, "policy": v.Policy, "why": session.Why(h.Fact()).String()})
	}
}

// A service decides by rules over HTTP. Its rules are replaced while requests go through.
func Example_service() {
	first, _ := policy(1, 3)
	second, _ := policy(2, 5)
	s := &service{rules.NewHolder(first)}
	server := httptest.NewServer(s)
	defer server.Close()
	ask := func(l Loan) (answer map[string]any) {
		text, _ := json.Marshal(l)
		r, err := http.Post(server.URL, "application/json", strings.NewReader(string(text)))
		if err == nil {
			defer r.Body.Close()
			_ = json.NewDecoder(r.Body).Decode(&answer)
		}
		return answer
	}
	fmt.Print(ask(Loan{ID: 7, Amount: 4000, Income: 1000})["why"])
	var wait sync.WaitGroup
	for i := range 100 {
		if i == 50 {
			s.rules.Replace(second)
		}
		wait.Go(func() {
			if a := ask(Loan{ID: i, Amount: 4000, Income: 1000}); (a["answer"] == "yes") != (a["policy"] == 2.0) || !strings.Contains(fmt.Sprint(a["why"]), "amount 4000") {
				fmt.Println("wrong:", a)
			}
		})
		time.Sleep(time.Millisecond)
	}
	wait.Wait()
	fmt.Print(ask(Loan{ID: 8, Amount: 4000, Income: 1000})["why"])
	// Output:
	// f-2 (verdict (loan 7) (policy 1) (answer no))
	//   by too-much, firing 1
	//     f-1 (loan (id 7) (amount 4000) (income 1000))
	// f-2 (verdict (loan 8) (policy 2) (answer yes))
	//   by fair, firing 1
	//     f-1 (loan (id 8) (amount 4000) (income 1000))
	//     (not (verdict (loan ?i)))
}
