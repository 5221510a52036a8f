// How fast bytes go out, over the last seconds.
const kWindow = 8000; // ms

export class SpeedMeter {
  private marks: { at: number; sent: number }[] = [];

  /** `sent` bytes in all have gone out at `at` ms. */
  note(at: number, sent: number): void {
    const last = this.marks.at(-1);
    if (last && sent < last.sent) this.marks = []; // a part began anew
    this.marks.push({ at, sent });
    while (this.marks.length > 2 && at - this.marks[0]!.at > kWindow) this.marks.shift();
  }

  reset(): void {
    this.marks = [];
  }

  /** Bytes a second; 0 while too little is known. */
  get speed(): number {
    const [first, last] = [this.marks[0], this.marks.at(-1)];
    if (!first || !last || last.at - first.at < 250) return 0;
    return ((last.sent - first.sent) * 1000) / (last.at - first.at);
  }

  /** Seconds for `left` bytes; nothing while too little is known. */
  secondsFor(left: number): number | undefined {
    return this.speed > 0 ? left / this.speed : undefined;
  }
}
