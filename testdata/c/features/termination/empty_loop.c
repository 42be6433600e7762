// a loop without an effect is a loop
// expect: TRUE
// flags: --check termination
int main(void) {
    for (; 0;)
        ;
}
