// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

interface Receiver {
    function ping() external;
}

contract Bank {
    uint x;
    Receiver receiver;

    constructor(Receiver r) {
        receiver = r;
    }

    function set(uint value) public {
        x = value;
    }

    function call() public {
        uint before = x;
        receiver.ping();
        assert(before == x);
    }
}
// ----
// 23:9 assertion: happens
