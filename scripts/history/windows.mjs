// Real time: what must have happened before a call, and what cannot have happened when it was answered.
//
// An account and a form have one order of events, which is read at the end. Each event has its place there, from 1; a
// call that read the state read it after the first `n` events. Which `n` are possible is bounded from both sides.

/** The least `n` that a call may have read: the highest place that was known to be taken before the call was made. */
export class Floor {
  #known = [];

  /** From `line` on everybody must see the event at `place`. `because` are the lines that prove it. */
  raise(line, place, because) {
    if (line !== Infinity && place > 0) this.#known.push({ line, place, because });
  }

  /** Those that are known before `line`: the highest place, and why. */
  at(line) {
    let best = { place: 0, because: [] };
    for (const known of this.#known) {
      if (known.line < line && known.place > best.place) best = known;
    }
    return best;
  }
}

/** The most `n` that a call may have read: below the place of whatever was asked for only after it was answered. */
export class Ceiling {
  #begun = [];
  #sorted = true;

  /** The event at `place` was asked for on `line`, never before. */
  lower(line, place, because) {
    this.#begun.push({ line, place, because });
    this.#sorted = false;
  }

  /** For a call that was answered on `line`: the first place that it cannot have seen, and why. */
  at(line) {
    this.#sort();
    let [low, high] = [0, this.#begun.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#begun[middle].line > line) high = middle;
      else low = middle + 1;
    }
    return this.#begun[low]?.least ?? { place: Infinity, because: [] };
  }

  #sort() {
    if (this.#sorted) return;
    this.#begun.sort((a, b) => a.line - b.line);
    let least = { place: Infinity, because: [] };
    for (const begun of [...this.#begun].reverse()) {
      if (begun.place < least.place) least = begun;
      begun.least = least;
    }
    this.#sorted = true;
  }
}

/** The first of these sorted numbers that is at least `least`. */
export function firstFrom(sorted, least) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] >= least) high = middle;
    else low = middle + 1;
  }
  return sorted[low];
}
