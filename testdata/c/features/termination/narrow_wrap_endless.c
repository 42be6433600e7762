// conversion to a narrow type wraps around
// expect: FALSE
// flags: --check termination
// run: no, it does not end
int main(void) {
    for (unsigned char c = 0; c < 300; c++)
        ;
}
