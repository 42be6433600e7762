// a counter that goes up to a bound ends
// expect: TRUE
// flags: --check termination
// inputs: 7
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
}
