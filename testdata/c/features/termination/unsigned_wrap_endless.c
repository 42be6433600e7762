// unsigned numbers wrap around
// expect: FALSE
// flags: --check termination
// run: no, it does not end
int main(void) {
    for (unsigned i = 10; i >= 0; i--)
        ;
}
