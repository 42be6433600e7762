// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

abstract contract Owned {
    address owner;

    constructor() {
        owner = msg.sender;
    }

    modifier only() {
        require(msg.sender == owner);
        _;
    }
}

contract Safe is Owned {
    uint secret;
    bool opened;

    function open(uint value) public only {
        opened = true;
        secret = value;
        assert(msg.sender == owner);
    }

    function check() public view {
        assert(opened || secret == 0);
    }
}
// ----
// 24:9 assertion: safe
// 28:9 assertion: safe
