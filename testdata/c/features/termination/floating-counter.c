// a sum of floating-point numbers is approximated
// expect: over-approximated, floating-point operation +
// flags: --check termination
int main(void) {
    float x = 0;
    while (x < 100)
        x += 1;
}
