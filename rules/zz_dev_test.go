package rules_test
import ("testing";"os";"farbank/rules";"fmt";"path/filepath")
func TestZZ(t *testing.T){ p:=os.Getenv("PROG"); if p=="" {return}; p,_=filepath.Abs(p); b,_:=os.Open(p); d:=t.TempDir(); t.Chdir(d); txt,_:=os.ReadFile(p); os.WriteFile(filepath.Base(p),txt,0o666); e:=rules.New(rules.Options{Out:os.Stdout,Errors:os.Stdout}); err:=e.Load(b,filepath.Base(p)); if err!=nil && err.Error()!="exit" {fmt.Println("LOADERR",err)} }
