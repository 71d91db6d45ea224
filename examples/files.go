package examples

import "embed"

//go:embed *.far data/*.json answers.json
var files embed.FS
