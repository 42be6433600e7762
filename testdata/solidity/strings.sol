// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Strings {
    string name;

    function set(string memory s) public {
        name = s;
        assert(bytes(name).length == bytes(s).length);
        assert(keccak256(bytes(name)) == keccak256(bytes(s)));
    }

    function concat(bytes memory a, bytes memory b) public pure {
        bytes memory c = bytes.concat(a, b);
        bytes memory d = bytes.concat(a, b);
        assert(c.length == d.length);
    }
}
// ----
// 9:9 assertion: safe
// 10:9 assertion: safe
// 16:9 assertion: safe
