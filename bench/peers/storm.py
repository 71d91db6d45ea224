"""Prints Storm's values of PRISM and JANI models.

Reads lines "FILE probability", "FILE expected" or "FILE value" from standard input, and prints lines "value V"
with the greatest probability of the goal, or the least expected cost or payment for the objective until the goal. It needs stormpy
(pip install stormpy). With --sound Storm bounds its error, relative to the value, by 1e-6, and with --times the processor
seconds of building and solving follow the value.

With --model FILE CONSTANTS PROPERTY it reads nothing, and prints the value of a property of a JANI model; CONSTANTS is
NAME=VALUE,... or -.
"""

import math
import sys
import time

import stormpy

PROPERTIES = {"probability": 'Pmax=? [F "goal"]', "expected": 'R{"cost"}min=? [F "goal"]',
              "value": 'R{"objective"}min=? [F "goal"]'}


def value(name, what, env):
    if name.endswith(".jani"):
        model, properties = stormpy.parse_jani_model(name)
        wanted = [p for p in properties if str(p).startswith("(" + what + ")")]
    else:
        model = stormpy.parse_prism_program(name)
        wanted = stormpy.parse_properties(PROPERTIES[what], model)
    return check(model, wanted, env, name)


def check(model, wanted, env, name=None):
    start = time.process_time()
    built = stormpy.build_model(model, wanted)
    try:
        result = stormpy.model_checking(built, wanted[0], environment=env)
    except RuntimeError as e:
        if "Reward model for formula is empty" not in str(e):
            raise
        if name is None:
            raise
        sure = value(name, "probability", env)[0] > 1 - 1e-6
        return 0.0 if sure else math.inf, time.process_time() - start  # nothing costs anything
    first = built.initial_states[0]
    answer = result.at(first) if hasattr(result, "at") else result.get_value(first)
    return answer, time.process_time() - start


def open_model(path, constants, name):
    model, properties = stormpy.parse_jani_model(path)
    wanted = [p for p in properties if str(p).startswith("(" + name + ")")]
    return stormpy.instantiate_constants(model, "" if constants == "-" else constants, wanted)


def main():
    env = stormpy.Environment()
    if "--sound" in sys.argv:
        env.solver().force_soundness = True
    if "--model" in sys.argv:
        model, wanted = open_model(*sys.argv[sys.argv.index("--model") + 1:][:3])
        print("value", *check(model, wanted, env))
        return
    for line in sys.stdin:
        name, what = line.split()
        answer, seconds = value(name, what, env)
        print("value", answer, *([seconds] if "--times" in sys.argv else []), flush=True)


main()
