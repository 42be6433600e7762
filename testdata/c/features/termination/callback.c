// a loop may run in a function that is called through a pointer
// expect: TRUE
// flags: --check termination
// inputs: 1 20
extern int __VERIFIER_nondet_int(void);

static int less(int x) { return x - 1; }
static int half(int x) { return x / 2; }
static void until(int (*step)(int), int x) {
    while (x > 0)
        x = step(x);
}
int main(void) { until(__VERIFIER_nondet_int() ? less : half, __VERIFIER_nondet_int()); }
