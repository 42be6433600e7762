// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Bytes {
    function f(bytes memory b) public pure {
        require(b.length > 1);
        b[0] = 0x41;
        assert(b[0] == 0x41);
        bytes4 w = 0x01020304;
        assert(w[1] == 0x02);
        assert(w[3] == 0x05);
    }
}
// ----
// 7:9 bounds: safe
// 8:9 assertion: safe
// 8:16 bounds: safe
// 10:9 assertion: safe
// 10:16 bounds: safe
// 11:9 assertion: happens
// 11:16 bounds: safe
