import type { Gfx, Instruction, WaveSize } from '../../arch/index.js';
import type { FaultId } from '../../transactions/index.js';
import {
  dropInstructions,
  type EditedProgram,
  edit,
  findInstruction,
  insertInstructions,
  replaceInstruction,
} from './edit.js';

type Mutator = (program: EditedProgram) => number[];

/** What a program may have that most lack, and that some faults need. */
export type ProgramFeature =
  | 'discard-after-packer'
  /** Ordered accesses with coherence bits, on caches that may be stale. */
  | 'stale-caches'
  /** After a coherent read: plain, image and scalar reads of the same word. */
  | 'mixed-reads'
  | 'atomics-without-return'
  /** Draws that ask for coarse fragments. */
  | 'coarse-rates'
  /** Depth or stencil tests behind the shader. */
  | 'late-depth';

/** `s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)` on the generations that have it (pops.md 4). */
const SEND_ORDERED_DONE = 0xbf900007;

/** Opcode field of SOPC: `s_cmp_lt_u32` becomes `s_cmp_le_u32` one above. */
const SOPC_OPCODE_ONE = 1 << 16;

/** Done bit in the first word of an export. */
const EXPORT_DONE = 1 << 11;

/** Faults of the shader program (faults.md E): each turns correct words into wrong ones. */
const PROGRAM_FAULTS: Readonly<Partial<Record<FaultId, Mutator>>> = {
  F71: (program) => {
    const firstEnd = findInstruction(program, 'end', (i) => i.kind === 'end');
    return dropInstructions(program, [
      findInstruction(program, 'early exit with a message', isMessage, firstEnd),
    ]);
  },
  F85: (program) => {
    const compare = findInstruction(program, 'GFX9 correction', (i) => i.mnemonic === 's_cmp_gt_u32');
    return dropInstructions(program, [compare + 1]);
  },
  F89: (program) => {
    const compare = findInstruction(program, 'entry compare', (i) => i.mnemonic === 's_cmp_lt_u32');
    return replaceInstruction(program, compare, (word) => word + SOPC_OPCODE_ONE);
  },
  F93: (program) => {
    const test = findInstruction(program, 'test of did-overlap', (i) => i.mnemonic === 's_bitcmp1_b32');
    const skip = findInstruction(program, 'branch around the wait', (i) => i.kind === 'branch', test);
    return dropInstructions(program, [skip]);
  },
  F97: (program) => {
    const messages = program.decoded.instructions.filter(isMessage).map((i) => i.index);
    const poll = findInstruction(program, 'poll', (i) => i.readsExitingId);
    const early = { ...program, words: dropInstructions(program, messages) };
    const before = findInstruction(program, 'packer set-up', (i) => i.kind === 'setreg');
    return insertInstructions(early, Math.min(before + 1, poll), [SEND_ORDERED_DONE]);
  },
  F102: (program) => {
    const load = findInstruction(program, 'vector load', (i) => isVector(i, 'load'));
    return dropInstructions(program, [
      findInstruction(program, 'wait for it', (i) => i.wait?.vm !== undefined, load),
    ]);
  },
  F103: (program) => {
    const store = findInstruction(program, 'vector store', (i) => isVector(i, 'store'));
    return dropInstructions(program, [
      findInstruction(program, 'wait for it', (i) => i.wait?.vs !== undefined, store),
    ]);
  },
  F134: (program) =>
    program.decoded.instructions
      .filter((i) => i.export?.done === true)
      .reduce(
        (words, { index }) =>
          replaceInstruction({ ...program, words }, index, (word, place) =>
            place === 0 ? word & ~EXPORT_DONE : word,
          ),
        [...program.words],
      ),
};

function isMessage(instruction: Instruction): boolean {
  return instruction.kind === 'message';
}

function isVector(instruction: Instruction, access: 'load' | 'store'): boolean {
  return instruction.memory?.access === access && instruction.memory.space !== 'scalar';
}

/** Faults that act only in programs with some feature. */
const NEEDS: Readonly<Partial<Record<FaultId, ProgramFeature>>> = {
  F71: 'discard-after-packer',
  F126: 'late-depth',
  F127: 'late-depth',
  F147: 'stale-caches',
  F148: 'stale-caches',
  F149: 'stale-caches',
  F150: 'mixed-reads',
  F153: 'mixed-reads',
  F155: 'atomics-without-return',
  F156: 'mixed-reads',
};

/** Whether a program with these features gives the fault something to act on. */
export function faultCanAct(id: FaultId, features: readonly ProgramFeature[]): boolean {
  const needed = NEEDS[id];
  return needed === undefined || features.includes(needed);
}

/** The words with the program faults among `faults` put in; other faults change nothing here. */
export function applyProgramFaults(
  words: readonly number[],
  gfx: Gfx,
  wave: WaveSize,
  faults: readonly FaultId[],
): readonly number[] {
  return faults.reduce<readonly number[]>((current, id) => {
    const mutate = PROGRAM_FAULTS[id];
    return mutate === undefined ? current : mutate(edit(current, gfx, wave));
  }, words);
}

/** Ids of the faults that live here. */
export const PROGRAM_FAULT_IDS = Object.keys(PROGRAM_FAULTS) as FaultId[];
