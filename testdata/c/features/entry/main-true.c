// the number of arguments of main is within a range
// expect: TRUE
// flags: --argument argc=1..3
// run: no, it has arguments
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc < 1 || argc > 3 || !argv[0]) reach_error();
  return 0;
}
