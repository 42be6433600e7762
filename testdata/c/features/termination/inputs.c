// inputs may keep a loop from ending
// expect: TRUE
// flags: --check termination
// inputs: 0 1 0 1 0 0 0 0 0 0 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 10;
    while (x > 0)
        x = x - 1 - (__VERIFIER_nondet_int() == 1);
}
