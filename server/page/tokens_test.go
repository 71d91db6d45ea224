package page_test

import (
	"context"
	"strings"
	"testing"

	"farbank/server/api"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestTokens checks that the page asks for a token if the service requires one, asks again if it is
// wrong, and then sends it with every request.
func TestTokens(t *testing.T) {
	t.Parallel()
	tokens, err := api.ReadTokens(strings.NewReader("ann ask " + api.Hash("secret")))
	if err != nil {
		t.Fatal(err)
	}
	url := service(t, tokens)
	b := start(t)
	asked := make(chan string, 10)
	opening := chromedp.Events(b.ctx, cdppage.JavascriptDialogOpening)
	go func() {
		for e, err := range opening {
			if err != nil {
				return
			}
			text := map[string]string{"This service needs a token.": "wrong"}[e.Message]
			if text == "" {
				text = "secret"
			}
			asked <- e.Message
			go chromedp.Do(b.ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
				_, err := cdp.Call(ctx, t, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: true, PromptText: text})
				return err
			}))
		}
	}()
	b.do(chromedp.Navigate(url))
	b.until(`document.documentElement.dataset.ready === "true"`)
	b.click("#solve")
	b.shows("#progress", "7 moves")
	if len(asked) != 2 || !strings.Contains(<-asked, "token") {
		t.Errorf("asked %d times", len(asked))
	}
}
