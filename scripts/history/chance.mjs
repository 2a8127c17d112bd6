// Chance that a seed repeats.

/** Draws from a seed (mulberry32). */
export class Chance {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  between(least, most) {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True in this part of all cases. */
  happens(part) {
    return this.next() < part;
  }

  /** One of a list; nothing of an empty one. */
  oneOf(list) {
    return list[Math.floor(this.next() * list.length)];
  }

  /** One key of an object whose values are weights. */
  weighted(weights) {
    const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    let left = this.next() * all;
    for (const [key, weight] of Object.entries(weights)) {
      left -= weight;
      if (left < 0) return key;
    }
    return Object.keys(weights)[0];
  }

  /** The same in another order. */
  shuffled(list) {
    const copy = [...list];
    for (let at = copy.length - 1; at > 0; at -= 1) {
      const other = this.between(0, at);
      [copy[at], copy[other]] = [copy[other], copy[at]];
    }
    return copy;
  }
}
