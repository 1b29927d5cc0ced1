import type { Scenario } from '../../transactions/index.js';

/** Which byte addresses the interlock must order. */
export class OrderedMemory {
  /** Some object is declared ordered. */
  readonly declared: boolean;
  private readonly starts: readonly number[];
  private readonly ends: readonly number[];

  constructor(scenario: Scenario) {
    const objects = scenario.ordered.map(({ object }) => {
      const found = scenario.memory.find((candidate) => candidate.name === object);
      if (found === undefined)
        throw new Error(`ordered memory ${object} is not a memory object of the scenario`);
      return found;
    });
    this.starts = objects.map((object) => object.address);
    this.ends = objects.map((object) => object.address + object.bytes);
    this.declared = objects.length > 0;
  }

  /** Whether an access of so many bytes reaches ordered memory; -1, one that the range check dropped, does not. */
  isReached(address: number, bytes: number): boolean {
    if (address < 0) return false;
    for (let i = 0; i < this.starts.length; i++) {
      if (address + bytes > this.starts[i] && address < this.ends[i]) return true;
    }
    return false;
  }
}
