import type { Instruction, MemoryOperation, MemoryRequest, WordSource } from '../../arch/index.js';
import type { Wave } from '../wave.js';

/** Lanes of the widest wave: stride between dwords of a lane. */
export const LANES_MAX = 64;

/** Maximum data dwords per lane of an access. */
const DWORDS_MAX = 16;

/** Texels per lane of a gather, each at its own address. */
const TEXELS_MAX = 4;

/** Maximum number of lines per access: two per texel if it straddles a boundary. */
const LINES_MAX = 2 * LANES_MAX * TEXELS_MAX;

/** Maximum number of texels per access. */
const ACCESS_TEXELS = LANES_MAX * TEXELS_MAX;

/** Word offsets of a record's arrays in its single piece of memory; the two-word addresses come first. */
const DATA_AT = 2 * ACCESS_TEXELS;
const OFFSETS_AT = DATA_AT + LANES_MAX * DWORDS_MAX;
const LINES_AT = OFFSETS_AT + ACCESS_TEXELS;
const RECORD_WORDS = LINES_AT + LINES_MAX;

/** One outstanding access; records are pooled. */
export class AccessRecord implements MemoryRequest {
  lanesLo = 0;
  lanesHi = 0;
  readonly addresses: Float64Array;
  readonly data: Int32Array;
  texels?: NonNullable<MemoryRequest['texels']>;
  dwordsApart?: boolean;
  dwordsInside?: number;
  wave!: Wave;
  /** Number of the wave, which outlives its record. */
  waveNumber = 0;
  instruction!: Instruction;
  /** Its instruction's operation, with the descriptor's width. */
  operation!: MemoryOperation;
  /** Sequence number in the device. */
  access = 0;
  /** Byte offset in the window of each lane, or each of its texels; -1 if the range check dropped it. */
  readonly offsets: Int32Array;
  /** Window lines touched, without duplicates, in lane order. */
  readonly lines: Int32Array;
  lineCount = 0;
  /** For vector accesses: cycle in which the last line leaves the address unit. */
  departureCycle = 0;
  /** All offsets OR'ed: low bits tell whether any lane is misaligned. */
  offsetBits = 0;
  /** Why the access cannot be performed; empty if it can. */
  fault = '';
  /** Whether the first translation of its address failed. */
  replayed = false;
  /** Cycles for which a trap handler holds its wave. */
  holdCycles = 0;
  /** Number of pending events: performed, returned, and lines reaching GL2 later. */
  pendingEvents = 0;
  /** Number of lines of L0 or GL1 with bytes of this store that have not reached GL2. */
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
