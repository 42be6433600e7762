// side effects end with the statement
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int v[3] = {0}, i = 0;
  v[i] = 5; i++;
  v[i++] = 6;
  if (v[1] != 6) reach_error();
  if (i != 2) reach_error();
  if (v[0] == 5) reach_error();
  return 0;
}
