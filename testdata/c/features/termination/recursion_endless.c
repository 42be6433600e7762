// recursion ends if an argument decreases
// expect: FALSE
// flags: --check termination
// run: no, it does not end
int forever(int n) { return n < 0 ? 0 : forever(n) + 1; }
int main(void) { return forever(1); }
