// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Wrap {
    function inc(uint8 x) public pure returns (uint8 y) {
        unchecked { y = x + 1; }
        assert(x == 255 || y > x);
        assert(y > x);
    }
}
// ----
// 7:9 assertion: safe
// 8:9 assertion: happens
