// inputs may keep a loop from ending
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

int main(void) {
    while (__VERIFIER_nondet_int())
        ;
}
