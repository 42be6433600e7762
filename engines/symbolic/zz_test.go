package symbolic

import (
	"context"
	"os"
	"testing"
	"time"

	"cornet/test/enginetest"
)

func TestZZ(t *testing.T) {
	b, _ := os.ReadFile(os.Getenv("FILE"))
	sys := enginetest.Parse(t, string(b))
	ctx, c := context.WithTimeout(context.Background(), 12*time.Second)
	defer c()
	e := New(Options{})
	r, err := e.Solve(ctx, sys)
	t.Log(r.Verdict, err, e.stats)
}
