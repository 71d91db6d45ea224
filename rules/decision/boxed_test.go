package decision_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"farbank/rules/decision"
)

const boxedModel = `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="boxed">
 <itemDefinition name="tLoan"><itemComponent name="sum due"><typeRef>number</typeRef></itemComponent></itemDefinition>
 <inputData name="Loan"/><inputData name="Wait"/>
 <businessKnowledgeModel name="Rate"><encapsulatedLogic><formalParameter name="sum"/>
  <decisionTable hitPolicy="FIRST"><input><inputExpression><text>sum</text></inputExpression></input><output/>
   <rule><inputEntry><text>&lt; Limit(1)</text></inputEntry><outputEntry><text>0.1</text></outputEntry></rule>
   <rule><inputEntry><text>-</text></inputEntry><outputEntry><text>0.05</text></outputEntry></rule>
  </decisionTable></encapsulatedLogic></businessKnowledgeModel>
 <businessKnowledgeModel name="Limit"><encapsulatedLogic><formalParameter name="n"/>
  <literalExpression><text>n * 1000</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>
 <businessKnowledgeModel name="Endless"><encapsulatedLogic><formalParameter name="n"/>
  <literalExpression><text>Endless(n + 1)</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>
 <decision name="Interest"><invocation><literalExpression><text>Rate</text></literalExpression>
  <binding><parameter name="sum"/><literalExpression><text>Loan.sum due</text></literalExpression></binding></invocation></decision>
 <decision name="Plan"><context>
  <contextEntry><variable name="yearly"/><literalExpression><text>Loan.sum due * Interest</text></literalExpression></contextEntry>
  <contextEntry><variable name="monthly"/><literalExpression><text>yearly / 12</text></literalExpression></contextEntry></context></decision>
 <decision name="Result"><context>
  <contextEntry><variable name="a"/><literalExpression><text>2</text></literalExpression></contextEntry>
  <contextEntry><literalExpression><text>a + 1</text></literalExpression></contextEntry></context></decision>
 <decision name="Shops"><relation><column name="name"/><column name="price"/>
  <row><literalExpression><text>"A"</text></literalExpression><literalExpression><text>3</text></literalExpression></row>
  <row><literalExpression><text>"B"</text></literalExpression><literalExpression><text>2</text></literalExpression></row></relation></decision>
 <decision name="Cheap"><filter><in><literalExpression><text>Shops</text></literalExpression></in>
  <match><literalExpression><text>item.price &lt; 3</text></literalExpression></match></filter></decision>
 <decision name="Doubled"><for iteratorVariable="shop"><in><literalExpression><text>Shops</text></literalExpression></in>
  <return><literalExpression><text>shop.price * 2</text></literalExpression></return></for></decision>
 <decision name="Any"><some iteratorVariable="x"><in><list><literalExpression><text>1</text></literalExpression><literalExpression><text>5</text></literalExpression></list></in>
  <satisfies><literalExpression><text>x &gt; 4</text></literalExpression></satisfies></some></decision>
 <decision name="Choice"><conditional><if><literalExpression><text>Interest > 0.07</text></literalExpression></if>
  <then><literalExpression><text>"dear"</text></literalExpression></then><else><literalExpression><text>"cheap"</text></literalExpression></else></conditional></decision>
 <decision name="Square"><functionDefinition><formalParameter name="x"/><literalExpression><text>x * x</text></literalExpression></functionDefinition></decision>
 <decision name="Nine"><literalExpression><text>Square(3)</text></literalExpression></decision>
 <decision name="Never"><literalExpression><text>Endless(1)</text></literalExpression></decision>
 <decision name="Patience"><decisionTable><input><inputExpression typeRef="dayTimeDuration"><text>Wait</text></inputExpression></input><output/>
  <rule><inputEntry><text>&gt;= duration("PT36H")</text></inputEntry><outputEntry><text>"long"</text></outputEntry></rule>
  <rule><inputEntry><text>&lt; duration("PT36H")</text></inputEntry><outputEntry><text>"short"</text></outputEntry></rule></decisionTable></decision>
 <decision name="Longer"><decisionTable><input><inputExpression typeRef="feel:dayTimeDuration"><text>Wait</text></inputExpression></input><output/>
  <rule><inputEntry><text>? + duration("P1D") = duration("P3D")</text></inputEntry><outputEntry><text>"yes"</text></outputEntry></rule></decisionTable></decision>
 <decision name="Single"><variable typeRef="feel:string"/><literalExpression><text>["a", "b"][item = "b"]</text></literalExpression></decision>
</definitions>`

// TestBoxed checks boxed expressions and business knowledge models.
func TestBoxed(t *testing.T) {
	m, err := decision.Read("boxed.dmn", boxedModel)
	if err != nil {
		t.Fatal(err)
	}
	data := map[string]any{"Loan": map[string]any{"sum due": 600}, "Wait": "P2D"}
	for name, want := range map[string]string{
		"Interest": "0.1",
		"Plan":     "{yearly: 60, monthly: 5}",
		"Result":   "3",
		"Shops":    `[{name: "A", price: 3}, {name: "B", price: 2}]`,
		"Cheap":    `[{name: "B", price: 2}]`,
		"Doubled":  "[6, 4]",
		"Any":      "true",
		"Choice":   `"dear"`,
		"Nine":     "9",
		"Patience": `"long"`,
		"Longer":   `"yes"`,
		"Single":   `"b"`,
	} {
		r, err := m.Decide(name, data)
		if err != nil || r.Text != want {
			t.Errorf("%s: %v, %v, not %s", name, r, err, want)
		}
	}
	if _, err := m.Decide("Never", data); err == nil || !strings.Contains(err.Error(), "too deeply") {
		t.Errorf("a recursion without an end: %v", err)
	}
}

// TestDecideContext checks that the context ends functions and iterations that take too long, and that many evaluations
// at once do not count as nested calls.
func TestDecideContext(t *testing.T) {
	m, err := decision.Read("d.dmn", `<definitions><inputData name="n"/>
 <businessKnowledgeModel name="fib"><encapsulatedLogic><formalParameter name="k"/>
  <literalExpression><text>if k &lt; 2 then k else fib(k - 1) + fib(k - 2)</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>
 <decision name="Call"><literalExpression><text>fib(n)</text></literalExpression></decision>
 <decision name="Some"><literalExpression><text>some i in 1..1000, j in 1..1000, k in 1..1000 satisfies i + j + k = 0</text></literalExpression></decision>
 <decision name="Filter"><literalExpression><text>[1, 2][(for i in 1..1000, j in 1..1000 return i)[1] = 2]</text></literalExpression></decision>
 <decision name="Deep"><literalExpression><text>(function(k) count(for i in 1..k return i))(n)</text></literalExpression></decision></definitions>`)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range []string{"Call", "Some", "Filter"} {
		if _, err := m.DecideContext(ctx, name, map[string]any{"n": 60}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := m.Decide("Deep", map[string]any{"n": 1 << 30}); err == nil || !strings.Contains(err.Error(), "more than 1048576 items") {
		t.Errorf("a list without an end: %v", err)
	}
	var wait sync.WaitGroup
	for range 3000 {
		wait.Go(func() {
			if r, err := m.Decide("Deep", map[string]any{"n": 100}); err != nil || r.Text != "100" {
				t.Errorf("%v, %v", r, err)
			}
		})
	}
	wait.Wait()
}

// TestBoxedRefusals checks that expressions of other kinds are refused with a place.
func TestBoxedRefusals(t *testing.T) {
	for text, want := range map[string]string{
		`<decision name="D"/>`: "decision D: an expression is missing",
		`<decision name="D"><functionDefinition kind="Java"><context/></functionDefinition></decision>`:                                    "functions of kind Java",
		`<decision name="D"><relation><column name="a"/><row/></relation></decision>`:                                                      "row 1 of the relation has 0",
		`<businessKnowledgeModel name="B"/><decision name="D"><literalExpression><text>1</text></literalExpression></decision>`:            "business knowledge model B: its logic is missing",
		`<decision name="D"><filter><in><literalExpression><text>[1]</text></literalExpression></in></filter></decision>`:                  "an expression is missing",
		`<decision name="D"><some iteratorVariable="x"><in><literalExpression><text>[1]</text></literalExpression></in></some></decision>`: "an expression is missing",
		`<decisionService name="S"/><decision name="D"><literalExpression><text>1</text></literalExpression></decision>`:                   "decision services",
	} {
		if _, err := decision.Read("d.dmn", "<definitions>"+text+"</definitions>"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
}
