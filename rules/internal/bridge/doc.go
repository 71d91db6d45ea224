// Package bridge lets Go values into the language: functions as functions, structs as facts.
package bridge
