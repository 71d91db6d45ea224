//go:build 386 || amd64p32 || arm || armbe || mips || mipsle || mips64p32 || mips64p32le || ppc || riscv || s390 || sparc

package only64

var _ = farbank_runs_on_64_bit_processors_only
