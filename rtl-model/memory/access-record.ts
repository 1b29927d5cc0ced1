import type { Instruction, MemoryOperation, MemoryRequest, WordSource } from '../../arch/index.js';
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

/** Where the arrays of a record begin in its one piece of memory, in words; addresses of two words each come first. */
const DATA_AT = 2 * ACCESS_TEXELS;
const OFFSETS_AT = DATA_AT + LANES_MAX * DWORDS_MAX;
const LINES_AT = OFFSETS_AT + ACCESS_TEXELS;
const RECORD_WORDS = LINES_AT + LINES_MAX;

/** One access on its way; records are pooled. */
export class AccessRecord implements MemoryRequest {
  lanesLo = 0;
  lanesHi = 0;
  readonly addresses: Float64Array;
  readonly data: Int32Array;
  texels?: NonNullable<MemoryRequest['texels']>;
  dwordsApart?: boolean;
  dwordsInside?: number;
  wave!: Wave;
  /** Number of the wave, which outlives the wave's own record. */
  waveNumber = 0;
  instruction!: Instruction;
  /** Its instruction's operation, as wide as the descriptor says. */
  operation!: MemoryOperation;
  /** Running number in the device. */
  access = 0;
  /** Byte offset of each lane, of each of its texels, in the window; -1 where the range check dropped the access. */
  readonly offsets: Int32Array;
  /** Lines of the window that it touches, each once, in the order of the lanes. */
  readonly lines: Int32Array;
  lineCount = 0;
  /** Vector accesses: cycle in which the last line has left the address unit. */
  left = 0;
  /** All offsets or'ed: low bits say whether some lane is off its natural alignment. */
  offsetBits = 0;
  /** Why it cannot be performed; empty when it can. */
  fault = '';
  /** Its address had to be translated again. */
  replayed = false;
  /** Cycles that its wave is held for a trap handler. */
  holdCycles = 0;
  /** Number of events still to come: performed, returned, and lines that reach GL2 later. */
  open = 0;
  /** Lines of L0 that hold bytes of this store which GL2 has not seen. */
  dirtyLines = 0;

  constructor(
    readonly index: number,
    memory: WordSource,
  ) {
    const words = memory.take(RECORD_WORDS);
    this.addresses = new Float64Array(words.buffer, words.byteOffset, ACCESS_TEXELS);
    this.data = words.subarray(DATA_AT, OFFSETS_AT);
    this.offsets = words.subarray(OFFSETS_AT, LINES_AT);
    this.lines = words.subarray(LINES_AT);
  }
}
