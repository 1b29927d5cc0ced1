import type { DecodedProgram } from '../../arch/index.js';
import { CLEAN_CODE, type CodeOutputs } from './faults.js';
import { LINE_BITS } from './spec.js';

/**
 * The cache line that each instruction needs: that of its last byte. If it straddles two lines, the earlier part stays in the
 * sequencer's buffer.
 */
export class CodeLines {
  /** Line number in the program, by instruction. */
  readonly line: Int32Array;
  /** First instruction of the same line, per instruction. */
  readonly first: Int32Array;
  /** Instruction after the last of the same line, per instruction. */
  readonly end: Int32Array;

  constructor({ instructions }: DecodedProgram, { neededByte }: CodeOutputs = CLEAN_CODE) {
    const count = instructions.length;
    this.line = Int32Array.from(
      instructions,
      ({ pc, words }) => neededByte(pc, 4 * words.length) >>> LINE_BITS,
    );
    this.first = new Int32Array(count);
    this.end = new Int32Array(count);
    // There is no line before the first instruction, and none after the last.
    for (let at = 0; at < count; at++) {
      const continues = this.line[at] === this.line[at - 1];
      this.first[at] = continues ? this.first[at - 1] : at;
    }
    for (let at = count - 1; at >= 0; at--) {
      const continues = this.line[at] === this.line[at + 1];
      this.end[at] = continues ? this.end[at + 1] : at + 1;
    }
  }
}
