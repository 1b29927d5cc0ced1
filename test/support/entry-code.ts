import {
  countScalars,
  type DecodedProgram,
  decodeProgram,
  type Gfx,
  type Instruction,
  makeWaveState,
  runWave,
  SCALAR,
  type WaveSize,
  type WaveState,
} from '../../arch/index.js';
import type { Program } from '../../transactions/index.js';

/** A wave that is still polling after this many instructions counts as waiting. */
const MAX_INSTRUCTIONS = 500;

/** The operands compared in one iteration of a polling loop. */
export interface Poll {
  /** The complement of the current id, which makes other ids relative to it. */
  readonly offset: number;
  readonly newest: number;
  readonly exiting: number;
}

/** The result of running a program's entry code with one collision argument and a constant exiting id. */
export interface Entry {
  readonly hasEntered: boolean;
  readonly polls: readonly Poll[];
  /** The state after the wave entered or, if it waits, at its first sleep. */
  readonly state: WaveState;
}

/** A decoded program with a polling loop at its entry. */
export interface EntryCode {
  readonly program: DecodedProgram;
  readonly argumentRegister: number;
  readonly poll: Instruction;
  readonly sleep: Instruction;
}

/** Finds the polling loop in a program for GFX9 to GFX10.3. */
export function findEntryCode(
  { words, arguments: programArguments }: Program,
  gfx: Gfx,
  wave: WaveSize,
): EntryCode {
  const program = decodeProgram(words, gfx, wave);
  const find = (matches: (instruction: Instruction) => boolean) => program.instructions.find(matches)!;
  return {
    program,
    argumentRegister: programArguments.find(({ name }) => name === 'pops_collision_wave_id')!.register,
    poll: find(({ readsExitingId }) => readsExitingId),
    sleep: find(({ kind }) => kind === 'sleep'),
  };
}

/**
 * Runs the program until it accesses memory, which a wave may only do after entering, or until it has polled
 * for `MAX_INSTRUCTIONS` instructions.
 */
export function runEntry(code: EntryCode, argument: number, exitingId: number): Entry {
  const { program, poll } = code;
  const state = makeWaveState(program.wave, program.vgprs, countScalars(program));
  state.s[code.argumentRegister] = argument;
  state.s[SCALAR.EXEC_LO] = 1;
  state.lds = new Int32Array(64);
  const comparison = program.instructions[poll.index + 1];
  const polls: Poll[] = [];
  let hasEntered = false;
  let slept: WaveState | undefined;
  runWave(
    program,
    state,
    { perform: () => undefined },
    {
      budget: MAX_INSTRUCTIONS,
      exitingWaveId: () => exitingId,
      beforeInstruction: (instruction, { s }) => {
        if (instruction === comparison) polls.push(readOperands(poll, comparison, s));
        if (instruction === code.sleep) slept ??= structuredClone(state);
        hasEntered ||= instruction.kind === 'memory';
      },
    },
  );
  return { hasEntered, polls, state: hasEntered ? state : (slept ?? state) };
}

function readOperands(poll: Instruction, comparison: Instruction, s: Int32Array): Poll {
  const exiting = poll.defines.scalars.find((register) => register !== SCALAR.SCC)!;
  const offset = poll.uses.scalars.find((register) => register !== SCALAR.EXITING_WAVE_ID)!;
  const newest = comparison.uses.scalars.find((register) => register !== exiting)!;
  return { offset: s[offset] >>> 0, newest: s[newest] >>> 0, exiting: s[exiting] >>> 0 };
}
