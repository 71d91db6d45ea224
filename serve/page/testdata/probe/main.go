// The program probe does what the runtime of Go needs names of functions for.
package main

import (
	"fmt"
	"reflect"
	"runtime"
)

type value struct{ text string }

func (v value) Join(a, b *string) *string { s := v.text + *a + *b; return &s }

type joiner interface{ Join(a, b *string) *string }

var nothing joiner = (*value)(nil)

func main() {
	defer fmt.Println("end")
	fmt.Println(nilPointer())
	v := reflect.ValueOf(value{"v"})
	join := v.Method(0).Interface().(func(a, b *string) *string)
	made := reflect.MakeFunc(reflect.TypeOf(join), func(in []reflect.Value) []reflect.Value {
		collect(50)
		return v.Method(0).Call(in)
	}).Interface().(func(a, b *string) *string)
	for k := range 100 {
		a, b := fmt.Sprint("a", k), fmt.Sprint("b", k)
		want := "v" + a + b
		if got := *made(&a, &b); got != want || *join(&a, &b) != want {
			fmt.Println("wrong:", got)
		}
	}
}

// nilPointer calls a method of values of a nil pointer, and recovers.
func nilPointer() (said any) {
	defer func() { said = recover() }()
	nothing.Join(nil, nil)
	return nil
}

// collect grows the stack, which moves it, and collects.
func collect(deep int) byte {
	var room [1024]byte
	if deep > 0 {
		room[deep] = collect(deep - 1)
		return room[deep] + room[1]
	}
	runtime.GC()
	return room[0]
}
