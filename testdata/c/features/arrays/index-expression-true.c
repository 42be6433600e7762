// effects and commas in an index
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int v[4] = {1, 2, 3, 4}, i = 0;
  int a = v[i++, i + 1];
  if (a != 3) reach_error();
  v[i++] += 10;
  if (v[1] != 12) reach_error();
  if (i != 2) reach_error();
  v[i] = i[v] + v[v[0]];
  if (v[2] != 15) reach_error();
  return 0;
}
