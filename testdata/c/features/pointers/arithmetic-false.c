// pointers move by elements
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int v[6] = {0, 1, 2, 3, 4, 5};
  int *p = v, *q = &v[4];
  if (q - p != 4) reach_error();
  p += 2;
  if (*p != 2) reach_error();
  if (*(q - 1) != 3) reach_error();
  if (p < q && p <= q && !(p == q)) reach_error();
  return 0;
}
