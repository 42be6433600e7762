// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Machine {
    enum State { Idle, Running, Done }
    State state;
    uint result;

    function start() public {
        require(state == State.Idle);
        state = State.Running;
    }

    function finish(uint value) public {
        require(state == State.Running && value > 0);
        result = value;
        state = State.Done;
    }

    function check() public view {
        assert(state != State.Done || result > 0);
        assert(uint(state) < 3);
        assert(state != State.Done);
    }
}
// ----
// 21:9 assertion: safe
// 22:9 assertion: safe
// 23:9 assertion: happens
// invariant Machine: !((result <= 0) && (state >= 2))
