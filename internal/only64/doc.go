// Package only64 does not compile for processors of 32 bits: Farbank packs states and costs into int and
// counts bytes of files and memory in it. Packages that need 64 bits import it.
package only64
