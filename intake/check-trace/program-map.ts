import {
  chipOf,
  type DecodedProgram,
  decodeCached,
  factsOf,
  type Gfx,
  getInstructionSet,
  type Instruction,
  ORDERED_PS_DONE,
} from '../../arch/index.js';
import { readChipName } from '../../harness/programs/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';

/** Where a program waits for older waves and lets younger ones in. */
export interface ProgramMap {
  readonly gfx: Gfx;
  readonly program: DecodedProgram;
  /** The first and last instruction of the entry wait, or undefined if the program has none. */
  readonly entry: readonly [first: number, last: number] | undefined;
  /** The instructions that send the exit. */
  readonly exits: readonly number[];
  /** The first instruction that selects a packer, or undefined if there is none. */
  readonly packerWrite: number | undefined;
  /** The scalar register of the argument with the wave ids, if the program has it. */
  readonly idRegister: number | undefined;
}

const COLLISION = 'pops_collision_wave_id';

/** Finds the entry wait, the exits and the id argument of a program. */
export function mapProgram(record: CorpusRecord, words: readonly number[]): ProgramMap {
  const chip = chipOf(readChipName(record.chip));
  const program = decodeCached(words, getInstructionSet(chip), record.wave);
  const { instructions } = program;
  const field = factsOf(chip.gfx).packerField;
  const selectsPacker = ({ kind, hwreg }: Instruction): boolean =>
    kind === 'setreg' && hwreg !== undefined && hwreg.id === field?.register;
  const packerWrite = instructions.findIndex(selectsPacker);
  return {
    gfx: chip.gfx,
    program,
    entry: findEntry(instructions),
    exits: instructions.filter((step) => isExit(step, chip.gfx)).map(({ index }) => index),
    packerWrite: packerWrite < 0 ? undefined : packerWrite,
    idRegister: record.abi.args.find(({ name }) => name === COLLISION)?.reg,
  };
}

function isExit({ kind, immediate, sendsOrderedDone, export: exported }: Instruction, gfx: Gfx): boolean {
  if (factsOf(gfx).exitsByExport) return exported?.done === true;
  return (kind === 'message' && immediate === ORDERED_PS_DONE) || sendsOrderedDone === true;
}

function findEntry(instructions: readonly Instruction[]): ProgramMap['entry'] {
  const wait = instructions.findIndex(({ kind, readsExitingId }) => kind === 'wait-event' || readsExitingId);
  if (wait < 0) return undefined;
  const back = instructions.find(({ index, target }) => target >= 0 && target <= wait && index >= wait);
  return back === undefined ? [wait, wait] : [back.target, back.index];
}

/**
 * Whether a wave at instruction `at` must have executed instruction `index`: no branch before it leads past it, and
 * control does not leave the program's text.
 */
export function mustHavePassed(
  { program: { instructions } }: ProgramMap,
  index: number,
  at: number,
): boolean {
  if (index >= at) return false;
  return !instructions.some(
    (step) => (step.kind === 'setpc' && step.index < at) || (step.index < index && step.target > index),
  );
}

/** Returns the first instruction that may have written a scalar register by the time a wave is at `at`. */
export function findOverwrite(map: ProgramMap, register: number, at: number): Instruction | undefined {
  const { entry = [0, -1] } = map;
  const end = at >= entry[0] && at <= entry[1] ? entry[1] + 1 : at;
  return map.program.instructions.find(
    ({ index, defines }) => index < end && defines.scalars.includes(register),
  );
}
