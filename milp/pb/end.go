//go:build !race

package pb

// end makes the goroutine that sends to the channel panic, which run recovers from.
func end(certificate chan string) { close(certificate) }
