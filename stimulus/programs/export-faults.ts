import { EXPORT_TARGET } from '../../arch/index.js';
import {
  dropInstructions,
  type EditedProgram,
  findInstruction,
  insertText,
  type ProgramFaults,
  replaceInstruction,
} from './edit.js';

/** The channel bits in the first word of an export. */
const EXPORT_CHANNELS = 0xf;
/** The position of the target in the first word of an export. */
const EXPORT_TARGET_SHIFT = 4;
const EXPORT_TARGET_FIELD = 0x3f << EXPORT_TARGET_SHIFT;
/** The done bit in the first word of an export. */
const EXPORT_DONE = 1 << 11;

/** The instruction that deallocates the wave's VGPRs. */
const DEALLOCATE_VGPRS = 's_sendmsg sendmsg(MSG_DEALLOC_VGPRS)';

/** Faults in a program's exports (faults.md G). */
export const EXPORT_FAULTS: ProgramFaults = {
  F130: (program) => dropInstructions(program, listExports(program)),
  F132: (program) => {
    const exports = listExports(program);
    const withFirstDone = setDone(program, exports[0], true);
    return setDone({ ...program, words: withFirstDone }, exports[exports.length - 1], false);
  },
  F133: (program) => setDone(program, listExports(program)[0], true),
  F134: (program) =>
    listExports(program).reduce(
      (words, index) => setDone({ ...program, words }, index, false),
      [...program.words],
    ),
  F135: (program) => setTarget(program, findLastExport(program), EXPORT_TARGET.NULL),
  F136: (program) => setTarget(program, findLastExport(program), EXPORT_TARGET.MRTZ),
  F137: (program) => {
    const [depth, colour] = listExports(program);
    const withDepthMoved = setTarget(program, depth, EXPORT_TARGET.MRT0);
    return setTarget({ ...program, words: withDepthMoved }, colour, EXPORT_TARGET.MRTZ);
  },
  F138: (program) => {
    const index = findInstruction(program, 'null export', (i) => i.export?.target === EXPORT_TARGET.NULL);
    return replaceInstruction(program, index, (word, i) => (i === 0 ? word | EXPORT_CHANNELS : 0));
  },
  F140: (program) => insertText(program, findLastExport(program), DEALLOCATE_VGPRS),
  F146: (program) => dropInstructions(program, listDepthExports(program)),
  F174: (program) => {
    const stores = program.decoded.instructions.filter(
      ({ memory }) => memory?.space === 'scratch' && memory.access === 'store',
    );
    return insertText(program, stores[stores.length - 1].index + 1, DEALLOCATE_VGPRS);
  },
};

/** Returns the indices of the exports to the depth target. */
function listDepthExports({ decoded }: EditedProgram): number[] {
  return decoded.instructions.filter((i) => i.export?.target === EXPORT_TARGET.MRTZ).map((i) => i.index);
}

/** Returns the indices of the exports, in program order. */
function listExports({ decoded }: EditedProgram): number[] {
  return decoded.instructions.filter((i) => i.export !== undefined).map((i) => i.index);
}

function findLastExport(program: EditedProgram): number {
  const exports = listExports(program);
  return exports[exports.length - 1];
}

function setDone(program: EditedProgram, index: number, done: boolean): number[] {
  return replaceInstruction(program, index, (word, i) => {
    if (i !== 0) return word;
    return done ? word | EXPORT_DONE : word & ~EXPORT_DONE;
  });
}

function setTarget(program: EditedProgram, index: number, target: number): number[] {
  return replaceInstruction(program, index, (word, i) =>
    i === 0 ? (word & ~EXPORT_TARGET_FIELD) | (target << EXPORT_TARGET_SHIFT) : word,
  );
}
