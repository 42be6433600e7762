// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Signed {
    int x;

    function f(int d) public {
        require(d >= -10 && d <= 10);
        require(x >= -100 && x <= 100);
        x += d;
        assert(x >= -110 && x <= 110);
    }

    function half(int y) public pure {
        require(y < 0 && y > -1000);
        assert(y / 2 <= 0);
        assert(y % 2 <= 0);
        assert(y / 2 * 2 + y % 2 == y);
    }
}
// ----
// 10:9 overflow: safe
// 10:9 underflow: safe
// 11:9 assertion: safe
// 16:9 assertion: safe
// 16:16 division by zero: safe
// 16:16 overflow: safe
// 17:9 assertion: safe
// 17:16 division by zero: safe
// 18:9 assertion: safe
// 18:16 division by zero: safe
// 18:16 overflow: safe
// 18:16 underflow: safe
// 18:28 division by zero: safe
