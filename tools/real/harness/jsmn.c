// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "jsmn.h"
#include "nondet.h"

enum { LENGTH = 5, TOKENS = 4 };

// Tokens lie in the text, in their order, and inside their parents.
int main(void) {
    char text[LENGTH];
    jsmn_parser parser;
    jsmntok_t tokens[TOKENS];
    for (int i = 0; i < LENGTH; i++)
        text[i] = __VERIFIER_nondet_char();
    jsmn_init(&parser);
    int n = jsmn_parse(&parser, text, LENGTH, tokens, TOKENS);
    assert(n <= TOKENS);
    for (int i = 0; i < n; i++)
        assert(0 <= tokens[i].start && tokens[i].start <= tokens[i].end && tokens[i].end <= LENGTH);
}
