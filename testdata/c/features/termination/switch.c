// a switch in a loop chooses what happens
// expect: TRUE
// flags: --check termination
// inputs: 1
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 0;
    while (state != 3)
        switch (state) {
        case 0:
            state = __VERIFIER_nondet_int() ? 1 : 2;
            break;
        case 1:
            state = 2;
            break;
        default:
            state = 3;
        }
}
