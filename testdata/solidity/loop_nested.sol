// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Nested {
    function f(uint8 n) public pure {
        uint x = 0;
        for (uint i = 0; i < n; ++i)
            for (uint j = 0; j < i; ++j)
                x = j;
        assert(x <= n);
    }
}
// ----
// 7:33 overflow: safe
// 8:37 overflow: safe
// 10:9 assertion: safe
