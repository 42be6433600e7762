// a scalar is a buffer of one element
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void put(unsigned char *to, unsigned n, unsigned char x) {
  for (unsigned i = 0; i < n; i++) to[i] = x;
}

int main(void) {
  unsigned char c = 0, x = __VERIFIER_nondet_int();
  put(&c, 1, x);
  if (c != x) reach_error();
  return 0;
}
