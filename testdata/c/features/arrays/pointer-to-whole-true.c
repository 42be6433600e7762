// a pointer to a whole array
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int v[3] = {1, 2, 3};
  int (*p)[3] = &v;
  if ((*p)[2] != 3) reach_error();
  if (sizeof *p != 12) reach_error();
  if ((int *)(p + 1) - v != 3) reach_error();
  if (((int *)(&v + 1))[-1] != 3) reach_error();
  return 0;
}
