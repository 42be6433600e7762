// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Shift {
    function left(uint8 x) public pure {
        uint8 y = x << 1;
        assert(y % 2 == 0);
    }

    function right(uint16 x) public pure {
        assert(x >> 8 < 256);
        assert(x >> 4 == x / 16);
    }

    function wrong(uint8 x) public pure {
        assert(x << 1 >= x);
    }
}
// ----
// 7:9 assertion: safe
// 7:16 division by zero: safe
// 11:9 assertion: safe
// 12:9 assertion: safe
// 12:26 division by zero: safe
// 16:9 assertion: happens
