// a label before the value of a statement expression
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int n = 3;
  int x = ({ int k = 1; if (n == 3) goto out; k = 5; out: k; });
  if (x == 1) reach_error();
  return 0;
}
