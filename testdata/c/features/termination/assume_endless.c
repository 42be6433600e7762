// an assumption that fails ends an execution
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_assume(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 10);
    while (x > 0)
        ;
}
