import type { CounterName, Instruction, MemorySpace } from '../../../arch/index.js';
import type { WaveRecord } from './wave-record.js';

/** Maximum number of quads in a wave. A key, `order * KEY_QUADS + quad`, identifies one quad of one wave. */
export const KEY_QUADS = 16;

const MAX_LANES = 64;

const NO_UNITS = new Int32Array(0);

/** A wave's memory access. The access ledger keeps a pool of these records. */
export class AccessRecord {
  access = -1;
  wave!: WaveRecord;
  pc = 0;
  cycle = 0;
  operation: 'load' | 'store' | 'atomic' = 'load';
  counter: CounterName = 'vm';
  space: MemorySpace = 'buffer';
  /** The decoded instruction at `pc`, if there is one. */
  instruction: Instruction | undefined;
  /** Whether any byte of a covered lane (for scalar accesses, any byte) is in ordered memory. */
  ordered = false;
  performed = false;
  /** Whether a counter wait that covers this access has ended. */
  covered = false;
  /** Number of overlap units held by its covered lanes that access ordered memory. Most accesses hold none. */
  unitCount = 0;
  /** The overlap units. Only the first `unitCount` entries are used. */
  units = NO_UNITS;
  /** The key of the quad that holds each unit. */
  keys = NO_UNITS;

  /** Adds a unit held by the quad with the given key. */
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
