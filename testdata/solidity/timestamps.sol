// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Timelock {
    uint unlock;
    bool released;

    constructor() {
        unlock = block.timestamp;
    }

    function release() public {
        require(block.timestamp >= unlock);
        released = true;
        assert(block.timestamp + 1 > unlock);
    }

    function stop() public view {
        assert(!released);
    }
}
// ----
// 15:9 assertion: safe
// 15:16 overflow: happens
// 19:9 assertion: happens
