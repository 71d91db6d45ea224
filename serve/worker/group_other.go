//go:build !linux

package worker

import (
	"errors"
	"os/exec"
)

// A Group is a control group of Linux; there is none here.
type Group struct{}

type cell struct{}

// DelegatedGroup says that there is none.
func DelegatedGroup() (*Group, error) { return nil, errors.New("there are no control groups here") }

func (g *Group) cell(*Order) (*cell, error) { return nil, nil }
func (c *cell) hold(*exec.Cmd)              {}
func (c *cell) outOfMemory() bool           { return false }
func (c *cell) remove()                     {}
