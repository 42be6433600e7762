// main may be called without any argument
// expect: FALSE
// run: no, it has arguments
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc == 0 && !argv[0]) reach_error();
  return 0;
}
