import type { CounterName, Instruction, MemorySpace } from '../../arch/index.js';
import type { WaveRecord } from './wave-record.js';

/** Quads a wave can have at most; a key is `order * KEY_QUADS + quad` and names one quad of one wave. */
export const KEY_QUADS = 16;

const LANES_MAX = 64;

/** One memory access of one wave; pooled by the access ledger. */
export class AccessRecord {
  access = -1;
  wave!: WaveRecord;
  pc = 0;
  cycle = 0;
  operation: 'load' | 'store' | 'atomic' = 'load';
  counter: CounterName = 'vm';
  space: MemorySpace = 'buffer';
  /** The decoded instruction, where the program has one at `pc`. */
  instruction: Instruction | undefined;
  /** Some covered lane lies in ordered memory (scalar accesses: the address does). */
  ordered = false;
  performed = false;
  /** A counter wait that covers it has ended. */
  covered = false;
  /** Overlap units of its ordered covered lanes, with the key of the quad that holds each. */
  unitCount = 0;
  units = new Int32Array(LANES_MAX);
  keys = new Int32Array(LANES_MAX);

  /** Adds one unit held by the quad of that key. */
  addUnit(unit: number, key: number): void {
    if (this.unitCount === this.units.length) this.grow();
    this.units[this.unitCount] = unit;
    this.keys[this.unitCount++] = key;
  }

  private grow(): void {
    const units = new Int32Array(this.units.length * 2);
    const keys = new Int32Array(this.keys.length * 2);
    units.set(this.units);
    keys.set(this.keys);
    this.units = units;
    this.keys = keys;
  }
}
