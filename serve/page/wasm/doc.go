//go:build !(js && wasm)

// Command wasm is for browsers: GOOS=js GOARCH=wasm go build.
package main

import "fmt"

func main() { fmt.Println("this program is for browsers: GOOS=js GOARCH=wasm go build") }
