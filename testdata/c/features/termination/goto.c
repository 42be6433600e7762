// a loop may be made of goto
// expect: TRUE
// flags: --check termination
// inputs: 9
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
again:
    if (x > 0) {
        x -= 2;
        goto again;
    }
}
