// ranges of array elements
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int v[10] = {[0 ... 3] = 1, [5 ... 7] = 2, 9};
  if (v[3] != 1) reach_error();
  if (v[4] != 0) reach_error();
  if (v[7] != 2) reach_error();
  if (v[8] == 9) reach_error();
  return 0;
}
