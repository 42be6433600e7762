// a switch in a loop chooses what happens
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 0;
    while (state != 3)
        switch (state) {
        case 0:
            state = __VERIFIER_nondet_int() ? 1 : 2;
            break;
        case 1:
            state = 0;
            break;
        default:
            state = 3;
        }
}
