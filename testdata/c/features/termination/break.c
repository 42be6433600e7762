// break leaves a loop
// expect: TRUE
// flags: --check termination
// inputs: 9
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    for (;;) {
        if (x <= 0)
            break;
        x--;
    }
}
