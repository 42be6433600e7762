// an argument of main is not a null pointer
// expect: TRUE
// run: no, it has arguments
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc > 1 && (!argv[0] || !argv[1] || argv[0] == argv[1])) reach_error();
  return 0;
}
