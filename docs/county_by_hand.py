#!/usr/bin/env python3
"""Computes counties of the Demand Map again, from what `demandatlas atlas KIND --format geojson` prints.

    county_by_hand.py FILE [HOW_MANY]

For kinds with one industry code. Prints the greatest difference of the expected number and of the index, and ends with 1
where it is above 1e-9 of the figure. docs/atlas.md has the formula.
"""

import json
import math
import sys


def log_g(spline, log_density):
    """A restricted cubic spline, clamped at its ends."""
    first, _, _, before, last = knots = spline["knots"]
    x = min(max(log_density, spline["from"]), spline["to"])
    cubed = lambda knot: max(x - knot, 0) ** 3
    terms = [x]
    for knot in knots[:3]:
        bent = cubed(knot) - cubed(before) * (last - knot) / (last - before)
        bent += cubed(last) * (before - knot) / (last - before)
        terms.append(bent / (last - first) ** 2)
    return sum(b * term for b, term in zip(spline["coefficients"], terms))


def theta(kappa, expected, low, high):
    """The mean of θ: of one number, or of 0, 1 and 2, each by its probability."""
    share = expected / (kappa + expected)
    ways = [1, 1, 1 / 2][: high - low + 1]
    weights = [math.exp(math.lgamma(kappa + low + j) - math.lgamma(kappa + low)) * share**j * way for j, way in enumerate(ways)]
    means = [(kappa + low + j) / (kappa + expected) for j in range(len(ways))]
    return sum(w * mean for w, mean in zip(weights, means)) / sum(weights)


def main():
    told = json.load(open(sys.argv[1]))
    formula, mean = told["about"]["formula"], told["about"]["national"]["theta"]
    unusual = {state["state"] for state in told["about"]["states"] if state["unusual"]}
    counties = [one["properties"] for one in told["features"] if one["properties"]["county"][-2:] not in unusual]
    how_many = int(sys.argv[2]) if len(sys.argv) > 2 else len(counties)
    worst = 0.0
    for county in counties[:: max(1, len(counties) // how_many)][:how_many]:
        g = math.exp(log_g(formula["spline"], math.log(county["residents_per_sq_mi"])))
        expected = formula["r"] * county["demand"] * g
        index = 100 * theta(formula["kappa"], expected, county["businesses_at_least"], county["businesses_at_most"]) / mean
        for ours, theirs in ((expected * mean, county["usual"]), (index, county["index"])):
            worst = max(worst, abs(ours / theirs - 1))
    print(f"{how_many} counties differ by {worst:.1e} at most.")
    sys.exit(1 if worst > 1e-9 else 0)


main()
