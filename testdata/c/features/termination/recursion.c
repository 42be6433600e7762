// recursion ends if an argument decreases
// expect: TRUE
// flags: --check termination
// inputs: 6
extern int __VERIFIER_nondet_int(void);

int sum(int n) { return n <= 0 ? 0 : sum(n - 1) + 1; }
int main(void) { return sum(__VERIFIER_nondet_int()) < 0; }
