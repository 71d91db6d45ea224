// Package clips runs programs with CLIPS in tests, if it is installed.
package clips

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Run runs a program in a folder with CLIPS.
func Run(t *testing.T, dir, name, input string) string {
	out, err := Try(t, dir, name, input)
	if err != nil {
		t.Fatalf("clips: %v", err)
	}
	return out
}

// Try is like Run, but returns the error of CLIPS.
func Try(t *testing.T, dir, name, input string) (string, error) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "clips", "-f2", name)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, append(os.Environ(), "LC_ALL=C"), strings.NewReader(input)
	out, err := cmd.Output()
	return string(out), err
}

// Message matches the beginning of an error message of CLIPS.
var Message = regexp.MustCompile(`\[([A-Z]+[0-9]+)\] `)

// progress matches the output of load, and errors without a code.
var progress = regexp.MustCompile(`Defining \w+: \S+ ?[=+j]*\n?|Rule \S+ does not have a breakpoint set\.\n|` +
	`Function load-facts encountered an error\n`)

// more matches further lines of a message.
var more = regexp.MustCompile(`^(was referenced |does not match |does not fall |does not satisfy |has constraint |or equal to the |for argument |` +
	`found in |Precedence loop |   by handlers attached |and may not be used |   Problem |      Of pattern |   Currently )`)

// inLine matches the codes of messages that CLIPS does not begin on a new line.
var inLine = regexp.MustCompile(`^(ARGACCES|COMMLINE|CONSTRCT|DFFNXPSR|EMATHFUN|EVALUATN|EXPRNPSR[4-7]|FACTQPSR|FACTRHS|GLOBLDEF|INCRRSET|IOFUN|` +
	`INSFUN|SCANNER|MISCFUN|MULTIFUN|PRCCODE[^3]|PRNTUTIL[147]$|ROUTER|STRNGFUN)`)

// WithoutErrors removes the messages of CLIPS from its output, with the program excerpts after
// them.
func WithoutErrors(text string) string {
	text = progress.ReplaceAllString(text, "")
	var kept strings.Builder
	for {
		at := Message.FindStringSubmatchIndex(text)
		if at == nil {
			return kept.String() + text
		}
		before := text[:at[0]]
		switch code := text[at[2]:at[3]]; {
		case code == "TMPLTDEF1":
			if before == "\n" || strings.HasSuffix(before, "\n\n") { // printed by functions within a line
				before = strings.TrimSuffix(before, "\n")
			}
		case !inLine.MatchString(code):
			before = strings.TrimSuffix(before, "\n")
		}
		kept.WriteString(before)
		code := text[at[2]:at[3]]
		text = afterLine(text[at[1]:])
		if code == "GLOBLPSR1" {
			text = afterLine(text)
		}
		for more.MatchString(text) {
			text = afterLine(text)
		}
		if code == "FACTMCH1" || code == "DRIVE1" {
			text = strings.TrimPrefix(text, "\n")
		}
		if rest, ok := strings.CutPrefix(text, "\nERROR:\n"); ok {
			text = afterLine(rest)
			for strings.HasPrefix(text, "   ") {
				text = afterLine(text)
			}
		}
	}
}

func afterLine(text string) string {
	_, rest, _ := strings.Cut(text, "\n")
	return rest
}
