// Package bounded reads what may be anything: a text, a device that never ends, a pipe
// that nobody writes to, a file of gigabytes.
//
//	text, err := bounded.ReadFile(ctx, name, bounded.Text)
//	var large *bounded.TooLargeError
//	if errors.As(err, &large) {
//		// larger than large.Limit bytes
//	}
//
// Nothing is read past the limit, and when the context is done a reading ends, also
// where the system would wait: the waiting is left to a goroutine, which goes away when
// the system lets go of it.
package bounded
