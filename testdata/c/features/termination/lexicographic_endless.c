// a loop may decrease one of several measures
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    while (x > 0 && y > 0)
        if (__VERIFIER_nondet_int())
            y = __VERIFIER_nondet_int();
        else
            y--;
}
