// side effects in conditions of loops
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int i = 5, n = 0;
  while (i-- > 2) n += i;
  if (n != 4 + 3 + 2) reach_error();
  if (i != 1) reach_error();
  for (n = 0; n++ < 3;) i += n;
  if (i != 1 + 1 + 2 + 3) reach_error();
  if (n != 4) reach_error();
  return 0;
}
