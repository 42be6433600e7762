extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += 3;
        if (sum < 0)
            return 0;
    }
    if (sum > 2000000000)
        reach_error();
    return 0;
}
