// Package bounded reads untrusted inputs with limits: a text, an endless device, a pipe without a
// writer, a file of gigabytes.
//
//	text, err := bounded.ReadFile(ctx, name, bounded.Text)
//	var large *bounded.TooLargeError
//	if errors.As(err, &large) {
//		// larger than large.Limit bytes
//	}
//
// Nothing is read beyond the limit. Reading ends with the context even if the system call blocks: a
// goroutine then waits for the system call, and ends with it.
package bounded
