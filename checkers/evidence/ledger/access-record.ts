import type { CounterName, Instruction, MemorySpace } from '../../../arch/index.js';
import type { WaveRecord } from './wave-record.js';

/**
 * Maximum number of quads per wave. A key is `order * KEY_QUADS + quad` and identifies one quad of one wave.
 */
export const KEY_QUADS = 16;

const MAX_LANES = 64;

const NO_UNITS = new Int32Array(0);

/** A memory access of a wave. The access ledger pools these records. */
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
  /** Whether some byte of a covered lane is in ordered memory (for scalar accesses, any byte). */
  ordered = false;
  performed = false;
  /** Whether a counter wait that covers it has ended. */
  covered = false;
  /** The number of overlap units that its ordered covered lanes hold. Most accesses hold none. */
  unitCount = 0;
  /** The overlap units. */
  units = NO_UNITS;
  /** For each unit, the key of the quad that holds it. */
  keys = NO_UNITS;

  /** Adds a unit that the quad with the given key holds. */
  addUnit(unit: number, key: number): void {
    if (this.unitCount === this.units.length) this.grow();
    this.units[this.unitCount] = unit;
    this.keys[this.unitCount++] = key;
  }

  private grow(): void {
    const length = Math.max(MAX_LANES, this.units.length * 2);
    const units = new Int32Array(length);
    const keys = new Int32Array(length);
    units.set(this.units);
    keys.set(this.keys);
    this.units = units;
    this.keys = keys;
  }
}
