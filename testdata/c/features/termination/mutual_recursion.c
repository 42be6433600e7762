// functions that call each other end if an argument decreases
// expect: TRUE
// flags: --check termination
// inputs: 6
extern int __VERIFIER_nondet_int(void);

int odd(int n);
int even(int n) { return n <= 0 ? 1 : odd(n - 1); }
int odd(int n) { return n <= 0 ? 0 : even(n - 1); }
int main(void) { return even(__VERIFIER_nondet_int()) > 1; }
