module farbank/bench

go 1.26.0

require (
	farbank v0.0.0
	go.yaml.in/yaml/v3 v3.0.6
)

require (
	github.com/tetratelabs/wazero v1.12.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace farbank => ../
