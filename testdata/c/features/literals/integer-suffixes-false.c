// suffixes choose the type of an integer constant
// expect: FALSE
// flags: --data-model ILP32
extern void reach_error(void);

int main(void) {
  if (sizeof(1) != 4) reach_error();
  if (sizeof(1ll) != 8) reach_error();
  if (sizeof(1uLL) != 8) reach_error();
  if (sizeof(1L) != 4) reach_error();
  if (1u > -1 != 0) reach_error();
  if (-1 < 1) reach_error();
  return 0;
}
