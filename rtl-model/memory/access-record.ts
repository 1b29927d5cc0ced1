import type { Instruction, MemoryOperation, MemoryRequest, WordSource } from '../../arch/index.js';
import type { Wave } from '../wave.js';

/** Number of lanes of the widest wave, which is also the stride between a lane's dwords. */
export const MAX_LANES = 64;

/** Maximum number of data dwords per lane of an access. */
const MAX_DWORDS = 16;

/** Number of texels per lane of a gather, each at its own address. */
const MAX_TEXELS = 4;

/** Maximum number of lines per access. A texel touches two lines if it straddles a boundary. */
const MAX_LINES = 2 * MAX_LANES * MAX_TEXELS;

/** Maximum number of texels per access. */
const MAX_ACCESS_TEXELS = MAX_LANES * MAX_TEXELS;

/** Word offsets of the arrays in a record's memory block, which starts with the addresses at two words each. */
const DATA_START = 2 * MAX_ACCESS_TEXELS;
const OFFSETS_START = DATA_START + MAX_LANES * MAX_DWORDS;
const LINES_START = OFFSETS_START + MAX_ACCESS_TEXELS;
const RECORD_WORDS = LINES_START + MAX_LINES;

/** An outstanding access. Records are pooled. */
export class AccessRecord implements MemoryRequest {
  lanesLo = 0;
  lanesHi = 0;
  readonly addresses: Float64Array;
  /** The part of `addresses` that accesses of one address per lane use. The rest is of earlier accesses. */
  readonly laneAddresses: Float64Array;
  readonly data: Int32Array;
  texels?: NonNullable<MemoryRequest['texels']>;
  hasDwordAddresses?: boolean;
  dwordsInRange?: number;
  wave!: Wave;
  /** The wave's number, which remains valid after the wave's record is reused. */
  waveNumber = 0;
  instruction!: Instruction;
  /** The instruction's operation, with the width that the descriptor specifies. */
  operation!: MemoryOperation;
  /** The device-wide ID of the access. */
  access = 0;
  /** Byte offset in the window for each lane, or for each of its texels; -1 if the range check dropped it. */
  readonly offsets: Int32Array;
  /** The window lines that the access touches, without duplicates and in lane order. */
  readonly lines: Int32Array;
  lineCount = 0;
  /** For vector accesses, the cycle in which the last line leaves the address unit. */
  departureCycle = 0;
  /** All offsets ORed together; the low bits tell whether any lane is misaligned. */
  offsetBits = 0;
  /** Why the access cannot be performed, or an empty string if it can. */
  fault = '';
  /** Whether the first translation of the access's address failed. */
  replayed = false;
  /** How many cycles a trap handler holds the wave. */
  holdCycles = 0;
  /** Number of pending events (perform, return and write-back to GL2). */
  pendingEvents = 0;
  /** Number of lines in L0 that hold bytes of this store not yet in GL2. */
  dirtyLines = 0;

  constructor(
    readonly index: number,
    memory: WordSource,
  ) {
    const words = memory.take(RECORD_WORDS);
    this.addresses = new Float64Array(words.buffer, words.byteOffset, MAX_ACCESS_TEXELS);
    this.laneAddresses = this.addresses.subarray(0, MAX_LANES);
    this.data = words.subarray(DATA_START, OFFSETS_START);
    this.offsets = words.subarray(OFFSETS_START, LINES_START);
    this.lines = words.subarray(LINES_START);
  }
}
