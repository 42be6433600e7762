// do runs its body before the condition
// expect: TRUE
// flags: --check termination
// inputs: 100
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    do
        x = x / 2;
    while (x > 0);
}
