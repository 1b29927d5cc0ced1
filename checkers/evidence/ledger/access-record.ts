import type { CounterName, Instruction, MemorySpace } from '../../../arch/index.js';
import type { WaveRecord } from './wave-record.js';

/** Maximum number of quads in a wave. A quad's key is `order * QUADS_PER_WAVE + quad`; `order` is the wave's order. */
export const QUADS_PER_WAVE = 16;

const MAX_LANES = 64;

const EMPTY = new Int32Array(0);

/** A wave's memory access. The access ledger keeps a pool of these records. */
export class AccessRecord {
  id = -1;
  wave!: WaveRecord;
  pc = 0;
  cycle = 0;
  operation: 'load' | 'store' | 'atomic' = 'load';
  counter: CounterName = 'vm';
  space: MemorySpace = 'buffer';
  /** The decoded instruction at `pc`, if there is one. */
  instruction: Instruction | undefined;
  /** Whether the access touches ordered memory in any covered lane (or at all, if it is scalar). */
  isOrdered = false;
  /** Whether the access has taken effect at some level of memory. */
  isPerformed = false;
  /** Whether the wave has finished a counter wait that covers this access. */
  isCovered = false;
  /** The number of entries in use in `units`. Usually 0. */
  unitCount = 0;
  /** The overlap units held by covered lanes accessing ordered memory. Only the first `unitCount` entries are used. */
  units = EMPTY;
  /** For each unit, the key of the quad that owns it. */
  keys = EMPTY;

  /** Adds a unit owned by the quad with the given key. */
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
