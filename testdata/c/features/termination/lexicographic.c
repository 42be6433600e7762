// a loop may decrease one of several measures
// expect: TRUE
// flags: --check termination
// inputs: 2 2 0 1 3 0 0 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    while (x > 0 && y > 0)
        if (__VERIFIER_nondet_int()) {
            x--;
            y = __VERIFIER_nondet_int();
        } else
            y--;
}
