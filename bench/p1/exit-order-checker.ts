/** Asserts that waves with the same key exit in launch order (goals.md, reference ordering protocol). */
export class ExitOrderChecker {
  private readonly tickets: Int32Array;
  private readonly launched: Int32Array;
  private readonly exited: Int32Array;

  constructor(slots: number, keys: number) {
    this.tickets = new Int32Array(slots);
    this.launched = new Int32Array(keys);
    this.exited = new Int32Array(keys);
  }

  onLaunch(slot: number, key: number): void {
    this.tickets[slot] = this.launched[key]++;
  }

  /** @throws Error if an earlier wave with the same key has not exited yet. */
  onExit(slot: number, key: number): void {
    const expected = this.exited[key]++;
    const observed = this.tickets[slot];
    if (observed !== expected) {
      throw new Error(
        `Wrong exit order for key ${key}: expected wave ${expected}, got ${observed} from slot ${slot}`,
      );
    }
  }
}
