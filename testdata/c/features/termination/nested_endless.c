// nested loops have a lexicographic measure
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (j == 2)
                j = 0;
}
