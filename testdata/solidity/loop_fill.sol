// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Fill {
    function f() public pure {
        uint[] memory a = new uint[](4);
        for (uint i = 0; i < a.length; ++i) a[i] = i;
        assert(a.length == 4);
        assert(a[3] == 3);
    }
}
// ----
// 7:40 overflow: safe
// 7:45 bounds: safe
// 8:9 assertion: safe
// 9:9 assertion: safe
// 9:16 bounds: safe
