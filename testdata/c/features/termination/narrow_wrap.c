// conversion to a narrow type wraps around
// expect: TRUE
// flags: --check termination
int main(void) {
    for (signed char c = 0; c < 100; c++)
        ;
}
