// ! applied to addresses
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int g;

int main(void) {
  int v, n = __VERIFIER_nondet_int();
  int k = !&v + !&g + !(n ? &v : &g) + !(long)&v + !!!&v;
  if (k == 0)
    reach_error();
  return 0;
}
