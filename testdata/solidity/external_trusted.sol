// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Oracle {
    uint price = 1;

    function set(uint p) public {
        require(p > 0);
        price = p;
    }

    function get() public view returns (uint) {
        return price;
    }
}

contract Client {
    Oracle oracle;

    constructor() {
        oracle = new Oracle();
    }

    function f() public view {
        uint p = oracle.get();
        uint q = oracle.get();
        assert(p == q);
    }
}
// ----
// 27:9 assertion: happens
