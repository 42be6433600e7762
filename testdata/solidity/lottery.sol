// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Lottery {
    address[] players;
    uint pot;

    function enter() public {
        require(players.length < 10);
        players.push(msg.sender);
        pot += 5;
    }

    function draw(uint seed) public view returns (address) {
        require(players.length > 0);
        return players[seed % players.length];
    }

    function check() public view {
        assert(pot <= 50);
        assert(pot == 5 * players.length);
    }
}
// ----
// 16:16 bounds: safe
// 16:24 division by zero: safe
// 20:9 assertion: safe
// 21:9 assertion: safe
