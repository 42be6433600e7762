// constant variables keep their values where others begin with any
// expect: TRUE
// flags: --entry f --havoc-globals
// run: no, there is no main
extern void reach_error(void);
static const int table[2] = {1, 2};

int f(void) {
  if (table[1] != 2) reach_error();
  return 0;
}
