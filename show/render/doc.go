// Package render shows answers to people and programs: tables and boards, the
// listing of states one by one, plans alone, CSV, Markdown and JSON.
package render
