// *p++ reads and moves
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int v[3] = {1, 2, 3}, *p = v;
  int a = *p++;
  int b = *++p;
  if (a != 1) reach_error();
  if (b != 3) reach_error();
  if ((*p)++ != 3) reach_error();
  if (v[2] != 4) reach_error();
  if (p - v == 2) reach_error();
  return 0;
}
