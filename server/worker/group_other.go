//go:build !linux

package worker

import (
	"errors"
	"os/exec"
)

// A Group is a control group; only Linux has them.
type Group struct{}

type cell struct{}

// DelegatedGroup returns an error: this system has no control groups.
func DelegatedGroup() (*Group, error) { return nil, errors.New("this system has no control groups") }

func (g *Group) cell(*Order) (*cell, error) { return nil, nil }
func (c *cell) hold(*exec.Cmd)              {}
func (c *cell) outOfMemory() bool           { return false }
func (c *cell) remove()                     {}
