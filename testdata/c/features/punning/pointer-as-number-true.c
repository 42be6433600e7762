// the bits of a pointer set as those of a number
// expect: TRUE
// flags: --data-model ILP32
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[4], b[4];

int main(void) {
  int *p = __VERIFIER_nondet_int() ? &a[1] : &b[2];
  *p = 1;
  *(int *)&p = 5;
  if (*(int *)&p != 5) reach_error();
  return 0;
}
