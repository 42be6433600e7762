// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Counter {
    uint x;

    function inc() public {
        require(x < 100);
        ++x;
    }

    function check() public view {
        assert(x <= 100);
    }
}
// ----
// 9:9 overflow: safe
// 13:9 assertion: safe
// invariant Counter: (x <= 100)
