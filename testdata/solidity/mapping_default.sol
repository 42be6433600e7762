// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Default {
    mapping(uint => uint) m;
    uint writes;

    function set(uint key) public {
        require(key != 7);
        m[key] = 1;
        unchecked { ++writes; }
    }

    function check() public view {
        assert(m[7] == 0);
    }
}
// ----
// 15:9 assertion: safe
// invariant Default: ((m[7] <= 0) && (m.length = 0))
