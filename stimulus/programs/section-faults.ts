import type { Instruction } from '../../arch/index.js';
import { factsOf, getCounter, getMnemonic } from '../../arch/index.js';
import { assembleWords, emitWaits, getDialect, waitFor } from '../dialect/index.js';
import {
  dropInstructions,
  type EditedProgram,
  findInstruction,
  insertInstructions,
  insertText,
  moveInstruction,
  type ProgramFaults,
  replaceInstruction,
} from './edit.js';

/** Which store of the `many_paths` program is in its second half, counting from 0. */
const SECOND_HALF = 1;
/** Which store of the `many_paths` program writes to the second buffer, counting from 0. */
const SECOND_BUFFER = 2;

/** The first source's bits in a scalar instruction. */
const FIRST_SOURCE = 0xff;

/** Faults in the contents of the section (faults.md E), for the `many_paths` and `intrawave_layers` programs. */
export const SECTION_FAULTS: ProgramFaults = {
  F77: (program) => {
    const load = findInstruction(program, 'load', ({ memory }) => memory?.access === 'load');
    return moveInstruction(program, load, findEntry(program));
  },
  F78: (program) => moveInstruction(program, findStore(program, SECOND_HALF), findExit(program) + 1),
  F79: (program) => moveInstruction(program, findStore(program, SECOND_BUFFER), findEntry(program)),
  F96: (program) => {
    const start = findEntry(program);
    const poll = findInstruction(program, 'poll', ({ readsExitingId }) => readsExitingId);
    const back = findInstruction(program, 'branch back to the poll', ({ target }) => target === poll, poll);
    const entry = program.decoded.instructions.slice(start, back + 1);
    return insertInstructions(
      program,
      findExit(program) + 1,
      entry.flatMap(({ words }) => words),
    );
  },
  F99: (program) => moveInstruction(program, findExit(program), findFlatLoad(program)),
  F104: (program) =>
    dropInstructions(program, [
      findLastWait(program, ({ wait }) => wait?.[getCounter(program.decoded.gfx, 'scalar')] === 0),
    ]),
  F105: (program) => {
    const wait = findLastWait(program, (i) => i.wait?.[getCounter(program.decoded.gfx, 'load')] === 0);
    const use = findExit(program) + 2;
    if (getCounter(program.decoded.gfx, 'store') !== getCounter(program.decoded.gfx, 'load'))
      return moveInstruction(program, wait, use);
    // If loads and stores share a counter, let the youngest operation (the load) stay outstanding.
    const withWeakWait = { ...program, words: replaceInstruction(program, wait, (word) => word | 1) };
    return insertText(withWeakWait, use, waitFor(program.decoded.gfx, 'load'));
  },
  F107: (program) => {
    const wait = findInstruction(
      program,
      'wait',
      (i) => i.wait?.[getCounter(program.decoded.gfx, 'load')] === 0,
      findFlatLoad(program),
    );
    const [word] = assembleWords(waitFor(program.decoded.gfx, 'load'), program.decoded.gfx);
    return replaceInstruction(program, wait, () => word);
  },
  F108: (program) => {
    const mask = findInstruction(program, 'layer mask', (i) => i.mnemonic === 's_and_b32');
    const { words, defines } = program.decoded.instructions[mask];
    const text = `s_mov_b32 s${defines.scalars[0]}, s${words[0] & FIRST_SOURCE}\ns_nop 0`;
    const replacement = assembleWords(text, program.decoded.gfx);
    return replaceInstruction(program, mask, (_, i) => replacement[i]);
  },
  F109: (program) => {
    const count = findInstruction(program, 'active lane count', ({ mnemonic }) =>
      mnemonic.startsWith('s_bcnt1_i32'),
    );
    return moveInstruction(program, count, findEntry(program));
  },
  F265: (program) => {
    const { instructions } = program.decoded;
    const { words } = instructions.find((i) => i.kind === 'wait-event' || i.readsExitingId)!;
    const last = instructions.findLastIndex((i) => i.export !== undefined);
    return insertInstructions(program, last, words);
  },
  F110: (program) => {
    const body = findInstruction(program, 'first half', ({ mnemonic }) =>
      mnemonic.startsWith('s_and_saveexec'),
    );
    return insertText(program, body, emitSpin(program));
  },
  F191: (program) => insertText(program, findEntry(program), emitCountedWait(program)),
  F192: (program) => {
    const { words } = program.decoded.instructions[findExit(program)];
    return insertInstructions(program, findStore(program, SECOND_BUFFER), words);
  },
};

/**
 * Emits two scalar loads for waves with no active lanes. The first result is used even though the wait still allows one
 * load to be outstanding.
 */
function emitCountedWait({ decoded }: EditedProgram): string {
  const load = getMnemonic('s_buffer_load_dword', decoded.gfx);
  return `
  s_cbranch_execnz has_lanes
  ${load} s21, s[0:3], 0
  ${load} s22, s[0:3], 4
  ${emitWaits(decoded.gfx, { [getCounter(decoded.gfx, 'scalar')]: 1 })}
  s_mov_b32 s20, s21
  ${waitFor(decoded.gfx, 'scalar')}
has_lanes:`;
}

/** Emits a slow loop in which the first primitive waits for the pixel's word to become -1. */
function emitSpin({ decoded }: EditedProgram): string {
  const { load, waitLoads } = getDialect(decoded.gfx, decoded.wave);
  return `
  v_readfirstlane_b32 s22, v1
  s_cmp_lg_u32 s22, 1
  s_cbranch_scc1 spin_done
spin:
  ${load('v4', 'v3', { bits: 'glc' })}
  ${waitLoads}
  s_sleep 127
  v_readfirstlane_b32 s22, v4
  s_cmp_lg_u32 s22, -1
  s_cbranch_scc1 spin
spin_done:`;
}

/** Finds the start of the entry wait. */
function findEntry(program: EditedProgram): number {
  return findInstruction(program, 'entry', (i) => i.kind === 'wait-event' || i.mnemonic === 's_bitcmp1_b32');
}

/** Finds the message or, on GFX11 and later, the export with `done`. */
function findExit(program: EditedProgram): number {
  const kind = factsOf(program.decoded.gfx).exitsByExport ? 'export' : 'message';
  return findInstruction(program, 'exit', (i) => i.kind === kind);
}

function findStore(program: EditedProgram, position: number): number {
  const stores = program.decoded.instructions.filter(({ memory }) => memory?.access === 'store');
  return stores[position].index;
}

function findFlatLoad(program: EditedProgram): number {
  return findInstruction(program, 'generic pointer load', ({ memory }) => memory?.space === 'flat');
}

/** Finds the last wait before the exit that satisfies `predicate`. */
function findLastWait(program: EditedProgram, predicate: (instruction: Instruction) => boolean): number {
  return program.decoded.instructions.slice(0, findExit(program)).findLastIndex(predicate);
}
