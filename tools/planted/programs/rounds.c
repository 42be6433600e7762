// pointers that are passed on against the order of the text
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = 1, y = 2, i, *a = &x, *b = &x, *c = &x;
  unsigned key = __VERIFIER_nondet_uint();
  for (i = 0; i < 3; i++) { *a = i + 5; a = b; b = c; c = &y; }
  *a = 9;
  int s = x + 3 * y;
  if (key * 7919u == 4104336541u && s == 34) reach_error();
  return 0;
}
