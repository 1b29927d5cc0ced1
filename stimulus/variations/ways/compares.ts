import type { Instruction } from '../../../arch/index.js';
import { decodeForEditing, type EditedProgram, replaceInstruction } from '../../programs/edit.js';
import { findEntry, getMainPart } from '../../programs/places.js';
import type { ProgramVariation } from '../variation.js';

/**
 * Adding this to a SOPC word increments its opcode. `s_cmp_lt_u32` is two above `s_cmp_gt_u32` and one above
 * `s_cmp_ge_u32`.
 */
const SOPC_STEP = 1 << 16;
/** Adding this to a SOPP word increments its opcode, for example from `s_cbranch_scc0` to `s_cbranch_scc1`. */
const SOPP_STEP = 1 << 16;
const SOURCE = 0xff;

/** Replaces `newest < exiting` with `exiting > newest`. */
export const swappedComparison: ProgramVariation = {
  name: 'compare-swapped',
  text: 'the entry swaps the operands and mirrors the comparison',
  vary: (program) => {
    const compare = findComparison(program);
    if (compare === undefined) return undefined;
    return replaceInstruction(
      program,
      compare.index,
      (word) => (((word - 2 * SOPC_STEP) & ~0xffff) | ((word & SOURCE) << 8) | ((word >>> 8) & SOURCE)) >>> 0,
    );
  },
};

/** Replaces `newest < exiting` with the negation of `newest >= exiting`. */
export const oppositeComparison: ProgramVariation = {
  name: 'compare-opposite',
  text: 'the entry inverts the comparison and the branch',
  vary: (program) => {
    const compare = findComparison(program);
    if (compare === undefined) return undefined;
    const words = replaceInstruction(program, compare.index, (word) => word - SOPC_STEP);
    const { gfx, wave } = program.decoded;
    const changed = decodeForEditing(words, gfx, wave, program.epilog);
    return replaceInstruction(changed, compare.index + 1, (word) => word - SOPP_STEP);
  },
};

/**
 * Returns the comparison in a polling entry if it is an `s_cmp_lt_u32` directly followed by the branch that exits the
 * loop.
 */
function findComparison(program: EditedProgram): Instruction | undefined {
  const entry = findEntry(program);
  const main = getMainPart(program);
  const compare = main.find(
    ({ mnemonic, index }) => index > (entry?.poll ?? Infinity) && mnemonic === 's_cmp_lt_u32',
  );
  return compare !== undefined && main[compare.index + 1].mnemonic === 's_cbranch_scc1' ? compare : undefined;
}
