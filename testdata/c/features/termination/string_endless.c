// a walk over a string ends at its zero
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char s[2] = "x";
    char *p = s;
    while (*p)
        if (p == s + 1)
            p++;
}
