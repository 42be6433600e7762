// sorting a small array
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int v[4] = {3, 1, 4, 2};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j + 1 < 4 - i; j++)
      if (v[j] > v[j + 1]) { int t = v[j]; v[j] = v[j + 1]; v[j + 1] = t; }
  if (v[0] != 1) reach_error();
  if (v[2] != 3) reach_error();
  if (v[3] == 4) reach_error();
  return 0;
}
