// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Codes {
    function same(uint x, bool b) public pure {
        bytes memory p = abi.encode(x, b);
        bytes memory q = abi.encode(x, b);
        assert(keccak256(p) == keccak256(q));
        assert(p.length == q.length);
    }

    function decode(bytes memory data) public pure {
        (uint x, uint y) = abi.decode(data, (uint, uint));
        (uint u, uint v) = abi.decode(data, (uint, uint));
        assert(x == u);
        assert(y == v);
        assert(x == y);
    }
}
// ----
// 8:9 assertion: safe
// 9:9 assertion: safe
// 15:9 assertion: safe
// 16:9 assertion: safe
// 17:9 assertion: happens
