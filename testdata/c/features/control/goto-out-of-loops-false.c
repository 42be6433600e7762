// goto out of nested loops
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int i, j;
  for (i = 0; i < 5; i++)
    for (j = 0; j < 5; j++)
      if (i * j == 6) goto found;
  found:
  if (!(i == 2 && j == 3)) reach_error();
  if (i + j == 5) reach_error();
  return 0;
}
