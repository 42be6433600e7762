// a variable that is not initialised has any value
// expect: TRUE
// run: no, undefined
extern void reach_error(void);

int main(void) {
  int x;
  if (x != x) reach_error();
  return 0;
}
