// a walk over a string ends at its zero
// expect: TRUE
// flags: --check termination
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char s[10] = "termination";
    char *p = s;
    s[9] = 0;
    while (*p)
        p++;
}
