// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Wallet {
    address first;
    address second;
    bool a;
    bool b;
    bool sent;

    constructor(address x, address y) {
        require(x != y);
        first = x;
        second = y;
    }

    function approve() public {
        require(!sent);
        if (msg.sender == first) a = true;
        if (msg.sender == second) b = true;
    }

    function send() public {
        require(a && b && !sent);
        sent = true;
    }

    function check() public view {
        assert(!sent || (a && b));
        assert(first != second);
    }
}
// ----
// 29:9 assertion: safe
// 30:9 assertion: safe
