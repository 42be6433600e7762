// a loop that ends only by a signed overflow ends if that is assumed
// expect: TRUE
// flags: --check termination --signed-overflow assume
// run: no, it overflows
int main(void) {
    int x = 1;
    while (x > 0)
        x++;
}
