// strings initialise members that are arrays or pointers
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct s { char a[4]; const char *p; int n; };
static struct s t[] = {{"abc", "xyz", 1}, {"d", "e", 2}};

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 1);
  if (t[0].a[2] != 'c') reach_error();
  if (t[i].a[1] != 0) reach_error();
  if (t[i].p[0] != 'e') reach_error();
  if (sizeof t / sizeof t[0] == 2) reach_error();
  return 0;
}
