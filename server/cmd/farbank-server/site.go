package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"farbank/server/page"

	"github.com/spf13/cobra"
)

func (a *app) siteCommand() *cobra.Command {
	var folder, wasm string
	cmd := &cobra.Command{
		Use:   "site -o FOLDER",
		Short: "Write the page with the engines as static files",
		Long: `site writes the page of serve as a folder of static files that any web server can serve. The engines run in the browser,
as WebAssembly; nothing is sent anywhere. They are built with Go in a checkout of this module, or given by --wasm, with wasm_exec.js
of the same release of Go beside that file. See docs/page.md.`,
		Example: `  farbank site -o site
  farbank site -o site --wasm farbank.wasm`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.site(cmd.Context(), folder, wasm) },
	}
	cmd.Flags().StringVarP(&folder, "output", "o", "", "the `folder` to write to")
	cmd.Flags().StringVar(&wasm, "wasm", "", "the `file` of engines that were built before")
	return cmd
}

func (a *app) site(ctx context.Context, folder, wasm string) error {
	if folder == "" {
		return errors.New("-o FOLDER is needed")
	}
	runtime := filepath.Join(filepath.Dir(wasm), "wasm_exec.js")
	if wasm == "" {
		dir, err := os.MkdirTemp("", "farbank")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		wasm = filepath.Join(dir, "farbank.wasm")
		if runtime, err = buildWasm(ctx, wasm); err != nil {
			return err
		}
	}
	program, err := os.ReadFile(wasm)
	if err != nil {
		return err
	}
	loader, err := os.ReadFile(runtime)
	if err != nil {
		return err
	}
	if err := page.Write(folder, program, loader); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.err, "farbank: the page is in %s\n", folder)
	return err
}

// buildWasm builds the engines for browsers. It returns the path of the loader wasm_exec.js of Go.
func buildWasm(ctx context.Context, file string) (loader string, err error) {
	dir, err := serverModule(ctx)
	if err != nil {
		return "", err
	}
	build := exec.CommandContext(ctx, "go", page.BuildArgs(file, "./page/wasm")...)
	build.Dir, build.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	return filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"), err
}

// serverModule returns the folder of the module farbank/server. The current folder must be in a
// checkout.
func serverModule(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if root := filepath.Dir(strings.TrimSpace(string(out))); err == nil {
		for _, dir := range []string{root, filepath.Join(root, "server")} {
			if _, err := os.Stat(filepath.Join(dir, "page", "wasm")); err == nil {
				return dir, nil
			}
		}
	}
	return "", errors.New("the engines are built with Go in a checkout of farbank; elsewhere give them by --wasm")
}
