// a program may not free an argument of main
// expect: FALSE
// flags: --check memory
// run: no, it has arguments
void free(void *);

int main(int argc, char **argv) {
  if (argc == 1) free(argv[0]);
  return 0;
}
