// a pointer past the end compares and subtracts
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int v[4] = {1, 2, 3, 4}, s = 0;
  for (int *p = v, *end = v + 4; p != end; p++) s += *p;
  if (s != 10) reach_error();
  if (&v[4] - v != 4) reach_error();
  return 0;
}
