// a loop without an effect is a loop
// expect: FALSE
// flags: --check termination
// run: no, it does not end
int main(void) {
    for (;;)
        ;
}
