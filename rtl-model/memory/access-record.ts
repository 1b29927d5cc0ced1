import type { Instruction, MemoryOperation, MemoryRequest } from '../../arch/index.js';
import type { Wave } from '../wave.js';

/** Lanes of the widest wave: data slots between one dword of a lane and the next. */
export const LANES_MAX = 64;

/** Data dwords that one lane of an access can carry. */
const DWORDS_MAX = 16;

/** Texels that one lane of a gather takes, each at an address of its own. */
const TEXELS_MAX = 4;

/** Lines that one access can touch: each texel two, when it lies across a border. */
const LINES_MAX = 2 * LANES_MAX * TEXELS_MAX;

/** Texels of one access at most. */
const ACCESS_TEXELS = LANES_MAX * TEXELS_MAX;

/** Where the arrays of a record begin in its one piece of memory, in bytes; addresses come first. */
const DATA_AT = ACCESS_TEXELS * Float64Array.BYTES_PER_ELEMENT;
const OFFSETS_AT = DATA_AT + LANES_MAX * DWORDS_MAX * Int32Array.BYTES_PER_ELEMENT;
const LINES_AT = OFFSETS_AT + ACCESS_TEXELS * Int32Array.BYTES_PER_ELEMENT;
const RECORD_BYTES = LINES_AT + LINES_MAX * Int32Array.BYTES_PER_ELEMENT;

/** One access on its way; records are pooled. */
export class AccessRecord implements MemoryRequest {
  lanesLo = 0;
  lanesHi = 0;
  private readonly memory = new ArrayBuffer(RECORD_BYTES);
  readonly addresses = new Float64Array(this.memory, 0, ACCESS_TEXELS);
  readonly data = new Int32Array(this.memory, DATA_AT, LANES_MAX * DWORDS_MAX);
  texels?: NonNullable<MemoryRequest['texels']>;
  wave!: Wave;
  /** Number of the wave, which outlives the wave's own record. */
  waveNumber = 0;
  instruction!: Instruction;
  /** Its instruction's operation, as wide as the descriptor says. */
  operation!: MemoryOperation;
  /** Running number in the device. */
  access = 0;
  /** Byte offset of each lane, of each of its texels, in the window; -1 where the range check dropped the access. */
  readonly offsets = new Int32Array(this.memory, OFFSETS_AT, ACCESS_TEXELS);
  /** Lines of the window that it touches, each once, in the order of the lanes. */
  readonly lines = new Int32Array(this.memory, LINES_AT, LINES_MAX);
  lineCount = 0;
  /** All offsets or'ed: low bits say whether some lane is off its natural alignment. */
  offsetBits = 0;
  /** Why it cannot be performed; empty when it can. */
  fault = '';
  /** Its address had to be translated again. */
  replayed = false;
  /** Cycles that its wave is held for a trap handler. */
  holdCycles = 0;
  /** Its counter falls without regard to when it performs. */
  returnsApart = false;
  /** Instants that are still to come: performed, returned, each of them seen by GL2. */
  open = 0;
  /** Lines of L0 that hold bytes of this store which GL2 has not seen. */
  dirtyLines = 0;

  constructor(readonly index: number) {}
}
