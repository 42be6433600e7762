// a call of a function without a body returns
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

extern int unknown(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x > 0)
        x = unknown(x);
}
