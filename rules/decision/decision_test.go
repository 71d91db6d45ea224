package decision_test

import (
	"strings"
	"testing"

	"farbank/rules/decision"
)

const rating = `# Rating

| U | age      | member | -> rating   | -> fee |
|---|----------|--------|-------------|--------|
| 1 | < 18     | -      | "declined"  | 0      |
| 2 | [18..65] | true   | "low"       | age * 2 |
| 3 | [18..65] | false  | "high"      | age * 3 + 0.1 |
| 4 | > 65     | -      | if member then "low" else "medium" | max(100, age) |
`

// TestTables checks results and rules of a table, as Markdown and as CSV.
func TestTables(t *testing.T) {
	csv := "U,age,member,-> rating,-> fee\n1,< 18,-,\"\"\"declined\"\"\",0\n2,[18..65],true,\"\"\"low\"\"\",age * 2\n3,[18..65],false,\"\"\"high\"\"\",age * 3 + 0.1\n" +
		"4,> 65,-,\"if member then \"\"low\"\" else \"\"medium\"\"\",\"max(100, age)\"\n"
	for name, text := range map[string]string{"rating.md": rating, "rating.csv": csv} {
		m, err := decision.Read(name, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ in, want string }{
			{`{"age": 17, "member": true}`, `{rating: "declined", fee: 0}`},
			{`{"age": 18, "member": true}`, `{rating: "low", fee: 36}`},
			{`{"age": 65, "member": false}`, `{rating: "high", fee: 195.1}`},
			{`{"age": 65.5, "member": false}`, `{rating: "medium", fee: 100}`},
			{`{"age": 120, "member": true}`, `{rating: "low", fee: 120}`},
			{`{}`, `null`},
		} {
			r, err := m.DecideJSON("", []byte(c.in))
			if err != nil || r.Text != c.want {
				t.Errorf("%s, %s: %v, %v, not %s", name, c.in, r, err, c.want)
			}
		}
		found, err := m.Check()
		if err != nil || len(found) > 0 {
			t.Error(found, err)
		}
	}
}

// TestPolicies checks the hit policies with three rules that match 5.
func TestPolicies(t *testing.T) {
	for policy, want := range map[string]string{"F": "3", "R": "[3, 1, 2]", "C": "[3, 1, 2]", "C+": "6", "C<": "1", "C>": "3", "C#": "3", "P": "2", "O": "[2, 3, 1]",
		"U": "hit policy is U", "A": "hit policy is A"} {
		head := "| " + policy + " | x | -> y: 2, 3, 1 |\n|---|---|---|\n"
		m, err := decision.Read("t.md", head+"| a | > 1 | 3 |\n| b | 5, 7 | 1 |\n| c | not(4) | 2 |\n")
		if err != nil {
			t.Fatal(policy, err)
		}
		r, err := m.Decide("", map[string]any{"x": 5})
		if err != nil && !strings.Contains(err.Error(), want) || err == nil && r.Text != want {
			t.Errorf("%s: %v, %v, not %s", policy, r, err, want)
		}
	}
}

// TestCheck checks that overlaps and gaps are found with examples.
func TestCheck(t *testing.T) {
	m, err := decision.Read("t.md", "| U | x | kind | -> y |\n|---|---|---|---|\n| 1 | [1..5] | \"a\" | 1 |\n| 2 | [5..9] | - | 2 |\n| 3 | < 1 | - | 3 |\n")
	if err != nil {
		t.Fatal(err)
	}
	found, err := m.Check()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range found {
		all = append(all, f.String())
	}
	text := strings.Join(all, "\n")
	for _, want := range []string{`the rules 1 and 2 overlap, for example kind = "a", x = 5`, `no rule matches, for example kind = "another text", x = 3`, `no rule matches, for example kind = "a", x = 10`} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

const model = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="loan">
 <inputData name="Applicant Age"/><inputData name="Credit"/><inputData name="Start"/>
 <decision name="Risk"><informationRequirement><requiredInput href="#a"/></informationRequirement>
  <decisionTable hitPolicy="FIRST"><input><inputExpression><text>Applicant Age</text></inputExpression></input>
   <input><inputExpression typeRef="string"><text>Credit</text></inputExpression></input>
   <output name="risk"><defaultOutputEntry><text>"unknown"</text></defaultOutputEntry></output>
   <rule><inputEntry><text>&lt; 25</text></inputEntry><inputEntry><text>"poor","bad"</text></inputEntry><outputEntry><text>"high"</text></outputEntry></rule>
   <rule><inputEntry><text>-</text></inputEntry><inputEntry><text>"good"</text></inputEntry><outputEntry><text>"low"</text></outputEntry></rule>
  </decisionTable></decision>
 <decision name="Offer"><literalExpression><text>if Risk = "low" and Start &gt;= date("2024-02-01") then Applicant Age * 100 else Risk + " risk"</text></literalExpression></decision>
</definitions>`

// TestDMN checks a model of two decisions, one of which requires the other.
func TestDMN(t *testing.T) {
	m, err := decision.Read("loan.dmn", model)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, in, want string }{
		{"Risk", `{"Applicant Age": 20, "Credit": "bad"}`, `"high"`},
		{"Risk", `{"Applicant Age": 30, "Credit": "bad"}`, `"unknown"`},
		{"Offer", `{"Applicant Age": 30, "Credit": "good", "Start": "2024-02-01"}`, `3000`},
		{"Offer", `{"Applicant Age": 30, "Credit": "good", "Start": "2024-01-31"}`, `"low risk"`},
	} {
		r, err := m.DecideJSON(c.name, []byte(c.in))
		if err != nil || r.Text != c.want {
			t.Errorf("%s: %v, %v, not %s", c.in, r, err, c.want)
		}
	}
}

// TestRefusals checks that errors name a place.
func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"no table":                                    "there is no table",
		"| x | -> y |\n|---|---|\n| < | 1 |":          "t.md:3",
		"| x | -> y |\n|---|---|\n| 1 |":              "t.md:3",
		"| x | -> y |\n|---|---|\n| 1 | for a in b |": "return is expected",
		"| x |\n|---|\n| 1 |":                         "no output",
		"| x | -> y |\n|---|---|\n| 1 | foo(3) |":     "foo",
		"| x | -> y |\n|---|---|\n| 1 | z + 1 |":      "",
	} {
		m, err := decision.Read("t.md", text)
		if want == "" {
			if err == nil {
				_, err = m.Decide("", map[string]any{"x": 1})
			}
			want = "z is unknown"
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}
