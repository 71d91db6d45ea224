// Package bridge makes Go functions callable from the rule language and Go structs facts.
package bridge
