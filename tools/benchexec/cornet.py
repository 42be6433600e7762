# SPDX-License-Identifier: Apache-2.0

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

# What the first line of the output says.
ANSWERS = {
    "sat": result.RESULT_TRUE_PROP,
    "unsat": result.RESULT_FALSE_PROP,
    "unknown": result.RESULT_UNKNOWN,
    "TRUE": result.RESULT_TRUE_PROP,
    "FALSE": result.RESULT_FALSE_REACH,
    "UNKNOWN": result.RESULT_UNKNOWN,
}

# Exit codes, see docs/command-line.md.
FAILURES = {2: "wrong command line", 3: "input not accepted", 4: "internal error"}


class Tool(benchexec.tools.template.BaseTool2):
    """Tool info for Cornet, which decides constrained Horn clauses and, by way of them, C programs."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("cornet", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="cornet").split(" (")[0]

    def name(self):
        return "Cornet"

    def cmdline(self, executable, options, task, rlimits):
        file = task.single_input_file
        if not file.endswith((".c", ".i")):
            return [executable, "solve", *options, file]
        words = [executable, "verify", *options]
        if task.property_file:
            words += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model:
            words += ["--data-model", model]
        return [*words, file]

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        for line in run.output:
            answer = ANSWERS.get(line.strip())
            if answer is not None:
                return answer
        code = run.exit_code.value
        return f"{result.RESULT_ERROR} ({FAILURES[code]})" if code in FAILURES else result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """A statistic that --stats has printed, such as engine."""
        for line in reversed(output):
            name, colon, value = line.strip().partition(":")
            if colon and name == identifier:
                return value.strip()
        return None
