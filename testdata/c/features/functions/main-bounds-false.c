// an access after the null pointer at the end of argv
// expect: FALSE
// flags: --check memory
// run: no, it has arguments
int main(int argc, char **argv) {
  return argc == 1 && argv[2] == 0;
}
