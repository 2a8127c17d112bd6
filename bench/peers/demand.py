"""The peers of B18: the Demand Map's figures with numpy and scipy, on one core.

    demand.py kinds|tracts SECONDS FOLDER    works for so many seconds and prints its rate
    demand.py check 0 FOLDER                 prints what it computes, as JSON

The folder holds demand.json: of each kind the counties' demand, logarithm of density, published count and the ways in
which what is left out comes about; the tracts (latitude, longitude, demand) and the businesses. Loading is not measured.
"""

import json
import os
import pathlib
import sys
import time

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

import numpy as np
from scipy.optimize import minimize
from scipy.spatial import cKDTree
from scipy.special import digamma, gammainc, gammaincinv, gammaln, logsumexp

RADIUS = 3958.7613


class Kind:
    """One kind's counties; a count that is left out has a column for each number that it may be."""

    def __init__(self, raw):
        self.demand = np.array(raw["demand"])
        self.density = np.array(raw["density"])
        self.published = np.array(raw["published"], dtype=float)
        width = max(map(len, raw["ways"]))
        ways = np.zeros((len(self.demand), width))
        for row, own in zip(ways, raw["ways"]):
            row[: len(own)] = own
        with np.errstate(divide="ignore"):
            self.log_ways = np.log(ways)

    def basis(self):
        first, second, third, before, last = knots = np.quantile(self.density, [0.1, 0.3, 0.5, 0.7, 0.9])
        x = np.clip(self.density, *np.quantile(self.density, [0.01, 0.99]))
        cubed = lambda knot: np.maximum(x - knot, 0) ** 3
        bent = [
            (cubed(k) - cubed(before) * (last - k) / (last - before) + cubed(last) * (before - k) / (last - before))
            / (last - first) ** 2
            for k in (first, second, third)
        ]
        return np.column_stack([np.ones_like(x), x, *bent])

    def fit(self):
        terms = self.basis()
        numbers = self.published[:, None] + np.arange(self.log_ways.shape[1])

        def loss(at):
            kappa = np.exp(at[-1])
            expected = self.demand * np.exp(terms @ at[:-1])
            rate = (kappa + expected)[:, None]
            share = expected[:, None] / rate
            each = (
                gammaln(kappa + numbers) - gammaln(kappa) + kappa * np.log(kappa / rate) + numbers * np.log(share)
            ) + self.log_ways
            likelihood = logsumexp(each, axis=1)
            p = np.exp(each - likelihood[:, None])
            by_log_expected = (p * (numbers - (kappa + numbers) * share)).sum(axis=1)
            by_kappa = (
                p * (digamma(kappa + numbers) - digamma(kappa) + np.log(kappa / rate) + 1 - (kappa + numbers) / rate)
            ).sum()
            return -likelihood.sum(), -np.append(terms.T @ by_log_expected, kappa * by_kappa)

        usual = np.log(self.published.sum() / self.demand.sum())
        start = np.array([usual, 0.0, 0.0, 0.0, 0.0, np.log(4.0)])
        fitted = minimize(loss, start, jac=True, method="BFGS")
        kappa, expected = np.exp(fitted.x[-1]), self.demand * np.exp(terms @ fitted.x[:-1])
        return kappa, self.levelled(kappa, expected, numbers), numbers

    def weights(self, kappa, expected, numbers):
        share = (expected / (kappa + expected))[:, None]
        each = gammaln(kappa + numbers) + numbers * np.log(share) + self.log_ways
        return np.exp(each - logsumexp(each, axis=1)[:, None])

    def levelled(self, kappa, expected, numbers):
        """As many are expected as there are."""
        for _ in range(100):
            there = (self.weights(kappa, expected, numbers) * numbers).sum()
            times = there / expected.sum()
            expected = expected * times
            if abs(times - 1) < 1e-9:
                break
        return expected

    def tell(self):
        kappa, expected, numbers = self.fit()
        rate = kappa + expected
        weights = self.weights(kappa, expected, numbers)
        shapes = kappa + numbers
        theta = (weights * shapes).sum(axis=1) / rate
        mean = (theta * expected).sum() / expected.sum()
        below = lambda x: (weights * gammainc(shapes, (x * rate)[:, None])).sum(axis=1)
        at = lambda times: below(np.full_like(rate, times * mean))
        under, usual = at(1.0), at(1.25) - at(0.8)
        interval = [self.quantile(p, weights, shapes, rate, below) for p in (0.1, 0.9)]
        return kappa, int((under >= 0.8).sum()), (theta / mean, expected * (mean - theta), usual, interval)

    def quantile(self, p, weights, shapes, rate, below):
        """By the inverse for one number, by halving for a mixture."""
        found = gammaincinv(shapes[:, 0], p) / rate
        mixed = weights[:, 0] < 1
        low, high = np.zeros_like(rate), gammaincinv(shapes[:, -1], p) / rate
        inside = lambda x: (weights[mixed] * gammainc(shapes[mixed], (x * rate[mixed])[:, None])).sum(axis=1)
        low, high = low[mixed], high[mixed]
        for _ in range(34):
            middle = (low + high) / 2
            over = inside(middle) > p
            low, high = np.where(over, low, middle), np.where(over, middle, high)
        found[mixed] = high
        return found


def points(degrees):
    latitude, longitude = np.radians(degrees).T
    return np.column_stack([np.cos(latitude) * np.cos(longitude), np.cos(latitude) * np.sin(longitude), np.sin(latitude)])


def reach(tracts, businesses, miles):
    """The enhanced two-step floating catchment area; D·A of all tracts."""
    demand = tracts[:, 2]
    peopled = demand > 0
    tree = cKDTree(points(tracts[peopled, :2]))
    other = cKDTree(points(businesses))
    near = other.sparse_distance_matrix(tree, 2 * np.sin(miles / (2 * RADIUS)), output_type="ndarray")
    distance = 2 * RADIUS * np.arcsin(near["v"] / 2)
    sigma, least = miles / 2, np.exp(-2)
    weight = np.maximum((np.exp(-(distance**2) / (2 * sigma**2)) - least) / (1 - least), 0)
    people = demand[peopled]
    shared = np.bincount(near["i"], weight * people[near["j"]], len(businesses))
    ratio = np.divide(1, shared, out=np.zeros_like(shared), where=shared > 0)
    access = np.bincount(near["j"], weight * ratio[near["i"]], len(people))
    return float((people * access).sum())


def measure(step, seconds):
    begun, steps = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        step(steps)
        steps += 1
    return steps / (time.perf_counter() - begun)


def main():
    what, seconds, folder = sys.argv[1], float(sys.argv[2]), pathlib.Path(sys.argv[3])
    asked = json.loads((folder / "demand.json").read_text())
    kinds = [Kind(raw) for raw in asked["kinds"]]
    tracts, businesses = np.array(asked["tracts"]), np.array(asked["businesses"])
    if what == "check":
        told = [kind.tell() for kind in kinds]
        print(json.dumps({
            "kinds": [{"kappa": kappa, "under": under} for kappa, under, _ in told],
            "tracts": reach(tracts, businesses, asked["reach"]),
        }))
    elif what == "kinds":
        print(measure(lambda step: kinds[step % len(kinds)].tell(), seconds))
    else:
        print(measure(lambda _: reach(tracts, businesses, asked["reach"]), seconds))


if __name__ == "__main__":
    main()
