// a static function by the name that goto-cc gives it
// expect: TRUE
// flags: --remove-function-body __CPROVER_file_local_file_local_true_c_twice
// run: no, gcc does not know the functions
static int twice(int x) { return x + x; }
static int more(int x) { return x + 1; }
int __CPROVER_file_local_file_local_true_c_twice(int x) { return 3 * x; }
int __CPROVER_file_local_file_local_true_c_more(int x);
int main(void) {
  __CPROVER_assert(twice(__CPROVER_file_local_file_local_true_c_more(1)) == 6, "other body");
}
