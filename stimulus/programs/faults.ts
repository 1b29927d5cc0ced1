import type { Gfx, Instruction, WaveSize } from '../../arch/index.js';
import { EXPORT_TARGET } from '../../arch/index.js';
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
  /** Layers of overlapping quads in one wave. */
  | 'intrawave-layers'
  | 'mixed-reads'
  | 'atomics-without-return'
  /** Draws that ask for coarse fragments. */
  | 'coarse-rates'
  /** Draws with other sample counts than the one before them. */
  | 'mixed-samples'
  /** Interlocks that order samples at several samples. */
  | 'sample-interlock'
  /** Nothing ordered is left of the shader's section. */
  | 'empty-section'
  /** Depth or stencil tests behind the shader. */
  | 'late-depth'
  | 'null-export'
  | 'several-exports'
  /** On GFX11 alpha goes through depth's target ahead of the colour. */
  | 'depth-and-colour'
  /** Waves whose lanes are all discarded leave through an export of their own, the last one of the words. */
  | 'early-exit'
  /** Stores of one part, and the exit in the next one. */
  | 'separate-epilog';

/** `s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)` on the generations that have it (pops.md 4). */
const SEND_ORDERED_DONE = 0xbf900007;

/** Opcode field of SOPC: `s_cmp_lt_u32` becomes `s_cmp_le_u32` one above. */
const SOPC_OPCODE_ONE = 1 << 16;

/** First word of an export: channels, target, and the bit for done. */
const EXPORT_CHANNELS = 0xf;
const EXPORT_TARGET_LOW = 4;
const EXPORT_TARGET_FIELD = 0x3f << EXPORT_TARGET_LOW;
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
  F98: (program) => {
    const message = findInstruction(program, 'message', isMessage);
    return insertInstructions(program, message, [SEND_ORDERED_DONE]);
  },
  F130: (program) => dropInstructions(program, exportsOf(program)),
  F132: (program) => {
    const exports = exportsOf(program);
    const moved = setDone(program, exports[0], true);
    return setDone({ ...program, words: moved }, exports[exports.length - 1], false);
  },
  F133: (program) => setDone(program, exportsOf(program)[0], true),
  F134: (program) =>
    exportsOf(program).reduce(
      (words, index) => setDone({ ...program, words }, index, false),
      [...program.words],
    ),
  F135: (program) => setTarget(program, lastExport(program), EXPORT_TARGET.NULL),
  F136: (program) => setTarget(program, lastExport(program), EXPORT_TARGET.MRTZ),
  F137: (program) => {
    const [depth, colour] = exportsOf(program);
    const first = setTarget(program, depth, EXPORT_TARGET.MRT0);
    return setTarget({ ...program, words: first }, colour, EXPORT_TARGET.MRTZ);
  },
  F138: (program) => {
    const none = findInstruction(program, 'null export', (i) => i.export?.target === EXPORT_TARGET.NULL);
    return replaceInstruction(program, none, (word, place) => (place === 0 ? word | EXPORT_CHANNELS : 0));
  },
  F139: (program) =>
    dropInstructions(
      program,
      program.decoded.instructions.filter(({ wait }) => wait?.vs !== undefined).map(({ index }) => index),
    ),
};

/** Indices of the exports, in the order of the words. */
function exportsOf({ decoded }: EditedProgram): number[] {
  return decoded.instructions.filter((i) => i.export !== undefined).map((i) => i.index);
}

function lastExport(program: EditedProgram): number {
  const exports = exportsOf(program);
  return exports[exports.length - 1];
}

function setDone(program: EditedProgram, index: number, done: boolean): number[] {
  return replaceInstruction(program, index, (word, place) => {
    if (place !== 0) return word;
    return done ? word | EXPORT_DONE : word & ~EXPORT_DONE;
  });
}

function setTarget(program: EditedProgram, index: number, target: number): number[] {
  return replaceInstruction(program, index, (word, place) =>
    place === 0 ? (word & ~EXPORT_TARGET_FIELD) | (target << EXPORT_TARGET_LOW) : word,
  );
}

function isMessage(instruction: Instruction): boolean {
  return instruction.kind === 'message';
}

function isVector(instruction: Instruction, access: 'load' | 'store'): boolean {
  return instruction.memory?.access === access && instruction.memory.space !== 'scalar';
}

/** Faults that act only in programs with some feature. */
const NEEDS: Readonly<Partial<Record<FaultId, ProgramFeature>>> = {
  F10: 'intrawave-layers',
  F11: 'intrawave-layers',
  F12: 'intrawave-layers',
  F13: 'intrawave-layers',
  F18: 'coarse-rates',
  F32: 'mixed-samples',
  F33: 'sample-interlock',
  F71: 'discard-after-packer',
  F117: 'mixed-samples',
  F122: 'mixed-samples',
  F125: 'empty-section',
  F126: 'late-depth',
  F127: 'late-depth',
  F132: 'several-exports',
  F133: 'several-exports',
  F136: 'early-exit',
  F137: 'depth-and-colour',
  F138: 'null-export',
  F139: 'separate-epilog',
  F147: 'stale-caches',
  F148: 'stale-caches',
  F149: 'stale-caches',
  F150: 'mixed-reads',
  F153: 'mixed-reads',
  F155: 'atomics-without-return',
  F156: 'mixed-reads',
};

/** Whether a fault acts in programs with a certain feature only, which is then all that it asks for. */
export function faultNeedsFeature(id: FaultId): boolean {
  return NEEDS[id] !== undefined;
}

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
