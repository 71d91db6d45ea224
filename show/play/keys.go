package play

import "charm.land/bubbles/v2/key"

// A keyMap is what the keys do.
type keyMap struct {
	number, up, down, pick, find, all, undo, redo, hint, solve, restart, help, quit key.Binding
}

func newKeys() keyMap {
	bind := func(keys []string, show, what string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(show, what))
	}
	return keyMap{
		number:  bind([]string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, "1-9", "make a move"),
		up:      bind([]string{"up", "k"}, "↑", "up"),
		down:    bind([]string{"down", "j"}, "↓", "down"),
		pick:    bind([]string{"enter"}, "enter", "make the move"),
		find:    bind([]string{"/"}, "/", "find a move"),
		all:     bind([]string{"a"}, "a", "legal or all moves"),
		undo:    bind([]string{"u", "backspace"}, "u", "undo"),
		redo:    bind([]string{"r"}, "r", "redo"),
		hint:    bind([]string{"h"}, "h", "hint"),
		solve:   bind([]string{"s"}, "s", "play the rest"),
		restart: bind([]string{"n"}, "n", "from the start"),
		help:    bind([]string{"?"}, "?", "help"),
		quit:    bind([]string{"q", "ctrl+c"}, "q", "quit"),
	}
}

// ShortHelp is the line of help at the bottom.
func (k keyMap) ShortHelp() []key.Binding {
	return []key.Binding{k.number, k.undo, k.hint, k.find, k.solve, k.help, k.quit}
}

// FullHelp is all help, by column.
func (k keyMap) FullHelp() [][]key.Binding {
	return [][]key.Binding{{k.number, k.up, k.down, k.pick}, {k.find, k.all, k.undo, k.redo}, {k.hint, k.solve, k.restart}, {k.help, k.quit}}
}
