// a typedef of an array with const
// expect: TRUE
extern void reach_error(void);

typedef int row[3];
static int f(const row r) { return r[2]; }

int main(void) {
  const row v = {1, 2, 3};
  row w[2] = {{4}, {5, 6, 7}};
  if (f(v) != 3) reach_error();
  if (f(w[1]) != 7) reach_error();
  if (sizeof(row) != 12) reach_error();
  return 0;
}
