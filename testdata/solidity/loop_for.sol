// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Loop {
    function f(uint8 n) public pure {
        require(n <= 20);
        uint x = 0;
        for (uint i = 0; i < n; ++i) {
            if (i % 2 == 0) ++x;
        }
        assert(x <= n);
        assert(x < 10);
    }
}
// ----
// 8:33 overflow: safe
// 9:17 division by zero: safe
// 9:29 overflow: safe
// 11:9 assertion: safe
// 12:9 assertion: happens
