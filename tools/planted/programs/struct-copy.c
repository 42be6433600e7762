// pointers in a struct that is copied
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct two { int *a, *b; };
int main(void) {
  int x = 1, y = 2, z = 3;
  struct two t = {&x, &y}, u = {&z, &z};
  unsigned key = __VERIFIER_nondet_uint();
  if (__VERIFIER_nondet_int()) u = t;
  *u.b = 7;
  int s = x + 3 * y + 5 * z;
  if (key * 7919u == 4104336541u && s == 37) reach_error();
  return 0;
}
