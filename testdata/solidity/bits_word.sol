// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Word {
    function f(uint x) public pure {
        uint y = x & 0xff;
        assert(y < 256);
        uint z = x & type(uint).max;
        assert(z == x);
    }

    function g(uint x) public pure {
        assert(x ^ x == 0);
        assert(x | 0 == x);
    }
}
// ----
// 7:9 assertion: safe
// 9:9 assertion: safe
// 13:9 assertion: safe
// 14:9 assertion: safe
