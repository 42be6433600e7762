// a loop may run in a function that is called through a pointer
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

static int less(int x) { return x - 1; }
static int same(int x) { return x; }
static void until(int (*step)(int), int x) {
    while (x > 0)
        x = step(x);
}
int main(void) { until(__VERIFIER_nondet_int() ? less : same, __VERIFIER_nondet_int()); }
