import type { CounterName, Instruction, MemorySpace } from '../../../arch/index.js';
import type { WaveRecord } from './wave-record.js';

/** Maximum number of quads per wave; a key is `order * KEY_QUADS + quad` and identifies one quad of one wave. */
export const KEY_QUADS = 16;

const LANES_MAX = 64;

const NO_UNITS = new Int32Array(0);

/** One memory access of one wave; pooled by the access ledger. */
export class AccessRecord {
  access = -1;
  wave!: WaveRecord;
  pc = 0;
  cycle = 0;
  operation: 'load' | 'store' | 'atomic' = 'load';
  counter: CounterName = 'vm';
  space: MemorySpace = 'buffer';
  /** The decoded instruction, if the program has one at `pc`. */
  instruction: Instruction | undefined;
  /** Some byte of a covered lane is in ordered memory (for scalar accesses, any byte). */
  ordered = false;
  performed = false;
  /** A counter wait that covers it has ended. */
  covered = false;
  /** Overlap units of its ordered covered lanes, and the key of the quad that holds each; most accesses hold none. */
  unitCount = 0;
  units = NO_UNITS;
  keys = NO_UNITS;

  /** Adds one unit held by the quad with that key. */
  addUnit(unit: number, key: number): void {
    if (this.unitCount === this.units.length) this.grow();
    this.units[this.unitCount] = unit;
    this.keys[this.unitCount++] = key;
  }

  private grow(): void {
    const length = Math.max(LANES_MAX, this.units.length * 2);
    const units = new Int32Array(length);
    const keys = new Int32Array(length);
    units.set(this.units);
    keys.set(this.keys);
    this.units = units;
    this.keys = keys;
  }
}
