// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Fee {
    uint rate;

    function set(uint r) public {
        require(r <= 100);
        rate = r;
    }

    function fee(uint64 amount) public view returns (uint f) {
        f = uint(amount) * rate / 100;
        assert(f <= amount);
    }
}
// ----
// 13:13 division by zero: safe
// 13:13 overflow: safe
// 14:9 assertion: safe
