// strings after the fourth argument of main are any pointers
// expect: over-approximated, strings after the first 4 that argv of main points to are any pointers
// run: no, it has arguments
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc == 8 && !argv[6]) reach_error();
  return 0;
}
