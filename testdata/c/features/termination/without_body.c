// a call of a function without a body returns
// expect: TRUE
// flags: --check termination
// run: no, a function has no body
extern int __VERIFIER_nondet_int(void);

extern int unknown(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x > 0)
        x = unknown(x) ? x - 1 : x - 2;
}
