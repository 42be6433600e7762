// break leaves a loop
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    for (;;) {
        if (x <= 0)
            continue;
        x--;
    }
}
