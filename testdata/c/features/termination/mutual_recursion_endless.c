// functions that call each other end if an argument decreases
// expect: FALSE
// flags: --check termination
// run: no, it does not end
extern int __VERIFIER_nondet_int(void);

int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n); }
int odd(int n) { return n == 0 ? 0 : even(n); }
int main(void) { return even(3); }
