// an assumption that fails ends an execution
// expect: TRUE
// flags: --check termination
// run: no, an assumption fails
extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_assume(int);
int main(void) {
    int x = 0;
    for (;;) {
        __VERIFIER_assume(x < 10);
        x++;
    }
}
