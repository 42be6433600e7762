// many paths that meet in a loop
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = 0, y = 0, z = 0, n = __VERIFIER_nondet_int();
  unsigned key = __VERIFIER_nondet_uint();
  if (n % 2 == 0) x += 1; else y += 1;
  if (n > 30) y += 2; else z += 2;
  if (n > 60) z += 3; else x += 3;
  if (n > 90) x += 4; else y += 4;
  int s = x + 10 * y + 100 * z;
  if (key * 7919u == 4104336541u && s == 325) reach_error();
  return 0;
}
