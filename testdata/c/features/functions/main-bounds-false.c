// an access behind the null pointer that argv ends with
// expect: FALSE
// flags: --check memory
// run: no, it has arguments
int main(int argc, char **argv) {
  return argc == 1 && argv[2] == 0;
}
