// a loop may be made of goto
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
again:
    if (x > 0) {
        x = 3;
        goto again;
    }
}
