package main

import "github.com/spf13/cobra"

func (a *app) sweepCommand() *cobra.Command { return &cobra.Command{Use: "sweep"} }
