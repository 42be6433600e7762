// Duff's device
// expect: FALSE
// inputs: 7
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int count = __VERIFIER_nondet_int();
  __VERIFIER_assume(count == 7);
  int n = (count + 3) / 4, sum = 0;
  switch (count % 4) {
  case 0: do { sum++;
  case 3: sum++;
  case 2: sum++;
  case 1: sum++;
    } while (--n > 0);
  }
  if (sum == 7) reach_error();
  return 0;
}
