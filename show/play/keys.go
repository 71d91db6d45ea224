package play

import "charm.land/bubbles/v2/key"

// A keyMap holds the key bindings.
type keyMap struct {
	number, up, down, left, right, pick, wait, find, all, undo, redo, hint, solve, restart, help, quit key.Binding
}

func newKeys() keyMap {
	bind := func(keys []string, show, what string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(show, what))
	}
	return keyMap{
		number:  bind([]string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, "1-9", "make a move"),
		up:      bind([]string{"up", "k"}, "↑", "up"),
		down:    bind([]string{"down", "j"}, "↓", "down"),
		left:    bind([]string{"left"}, "←", "scroll left"),
		right:   bind([]string{"right"}, "→", "scroll right"),
		pick:    bind([]string{"enter"}, "enter", "make the move"),
		wait:    bind([]string{"w"}, "w", "let time pass"),
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

// ShortHelp returns the bindings in the line of help at the bottom.
func (k keyMap) ShortHelp() []key.Binding {
	return []key.Binding{k.number, k.right, k.undo, k.hint, k.find, k.solve, k.help, k.quit}
}

// timed enables the key that waits; its help is shown only then.
func (k *keyMap) timed(timed bool) { k.wait.SetEnabled(timed) }

// scrolls enables the keys that scroll; their help is shown only then.
func (k *keyMap) scrolls(wide bool) {
	k.left.SetEnabled(wide)
	k.right.SetEnabled(wide)
}

// FullHelp returns all bindings, by column.
func (k keyMap) FullHelp() [][]key.Binding {
	return [][]key.Binding{{k.number, k.up, k.down, k.pick}, {k.find, k.all, k.undo, k.redo, k.wait}, {k.hint, k.solve, k.restart}, {k.left, k.right, k.help, k.quit}}
}
