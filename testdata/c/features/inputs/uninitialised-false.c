// a variable that is not initialised has any value
// expect: FALSE
// run: no, undefined
extern void reach_error(void);

int main(void) {
  int x;
  if (x == 12345) reach_error();
  return 0;
}
