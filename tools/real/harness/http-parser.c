// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "http_parser.h"
#include "nondet.h"

enum { LENGTH = 4 };

// The parser reads all of a text, or says what is wrong with it. A text with the first letter of a method is one with that.
int main(void) {
    http_parser parser;
    http_parser_settings settings;
    char text[LENGTH];
    for (int i = 0; i < LENGTH; i++)
        text[i] = __VERIFIER_nondet_char();
    http_parser_settings_init(&settings);
    http_parser_init(&parser, HTTP_REQUEST);
    size_t n = http_parser_execute(&parser, &settings, text, LENGTH);
    assert(n <= LENGTH);
    assert(n == LENGTH || HTTP_PARSER_ERRNO(&parser) != HPE_OK);
    if (HTTP_PARSER_ERRNO(&parser) == HPE_OK && text[0] == 'G')
        assert(parser.method == HTTP_GET);
}
