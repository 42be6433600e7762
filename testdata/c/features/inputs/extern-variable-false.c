// an extern variable has any value
// expect: FALSE
// run: no, it is not defined
extern void reach_error(void);

extern int limit;

int main(void) {
  int x = limit;
  if (x == 77) reach_error();
  return 0;
}
