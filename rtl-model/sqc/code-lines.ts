import type { DecodedProgram } from '../../arch/index.js';
import { CLEAN_CODE, type CodeOutputs } from './faults.js';
import { LINE_BITS } from './spec.js';

/**
 * Maps each instruction to the cache line it needs, which is the one containing its last byte. If an instruction
 * straddles two lines, its first part is already in the sequencer's buffer.
 */
export class CodeLines {
  /** Each instruction's line number within the program. */
  readonly line: Int32Array;
  /** The first instruction in each instruction's line. */
  readonly first: Int32Array;
  /** One past the last instruction in each instruction's line. */
  readonly end: Int32Array;

  constructor({ instructions }: DecodedProgram, { neededByte }: CodeOutputs = CLEAN_CODE) {
    const count = instructions.length;
    this.line = Int32Array.from(
      instructions,
      ({ pc, words }) => neededByte(pc, 4 * words.length) >>> LINE_BITS,
    );
    this.first = new Int32Array(count);
    this.end = new Int32Array(count);
    // Out-of-range reads give undefined, which never matches a line.
    for (let index = 0; index < count; index++) {
      const isSameLine = this.line[index] === this.line[index - 1];
      this.first[index] = isSameLine ? this.first[index - 1] : index;
    }
    for (let index = count - 1; index >= 0; index--) {
      const isSameLine = this.line[index] === this.line[index + 1];
      this.end[index] = isSameLine ? this.end[index + 1] : index + 1;
    }
  }
}
