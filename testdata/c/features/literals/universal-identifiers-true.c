// universal character names in identifiers
// expect: TRUE
extern void reach_error(void);

int \u00e9t\u00E9 = 3;

int main(void) {
  int xé = 4;
  if (!(été == 3 && x\u00e9 == 4)) reach_error();
  return 0;
}
