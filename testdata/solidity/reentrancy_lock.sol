// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

interface Receiver {
    function ping() external;
}

contract Bank {
    uint x;
    bool locked;
    Receiver receiver;

    constructor(Receiver r) {
        receiver = r;
    }

    modifier lock() {
        require(!locked);
        locked = true;
        _;
        locked = false;
    }

    function set(uint value) public lock {
        x = value;
    }

    function call() public lock {
        uint before = x;
        receiver.ping();
        assert(before == x);
    }
}
// ----
// 31:9 assertion: safe
// invariant Bank: !locked
