// a pointer to a row moves by rows
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int m[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  int (*r)[2] = m;
  r++;
  if ((*r)[1] != 4) reach_error();
  if (r[1][0] != 5) reach_error();
  if ((char *)(r + 1) - (char *)r != 8) reach_error();
  return 0;
}
