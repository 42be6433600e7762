// The mean of two indices is computed by a sum.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int low = 0, high = __VERIFIER_nondet_int();
  __VERIFIER_assume(high > 0);
  while (low < high) {
    int middle = (low + high) / 2; // low + (high - low) / 2 does not overflow
    if (__VERIFIER_nondet_int())
      low = middle + 1;
    else
      high = middle;
  }
}
