// Random choices that are the same in every run: mulberry32.
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** In [0, 1). */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number in [0, below). */
  below(below) {
    return Math.floor(this.next() * below);
  }

  chance(probability) {
    return this.next() < probability;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** From `least` to `most` results of `make`. */
  some(least, most, make) {
    return Array.from({length: least + this.below(most - least + 1)}, (_, i) => make(i));
  }
}
