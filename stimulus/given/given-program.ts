import type { ChipName, WaveSize } from '../../arch/index.js';
import { chipOf } from '../../arch/index.js';
import type { CorpusRecord } from '../corpus.js';
import { wordText } from '../driver/words.js';
import { argumentsFrom, checkPlaces, systemPlaces } from './arguments.js';
import { impliedRegisters } from './implied-registers.js';
import { userDataFrom } from './user-data.js';

/** The state that goes with a program from outside (cli.md); what it leaves out is implied. */
export interface ProgramState {
  readonly interlock?: string;
  readonly args?: CorpusRecord['abi']['args'];
  readonly inputs?: CorpusRecord['abi']['inputs'];
  readonly user_data?: Readonly<Record<string, string>>;
  readonly regs?: Readonly<Record<string, string>>;
  readonly epilog?: NonNullable<CorpusRecord['epilog']>;
}

/** A program from outside: its code, and what its file and its state say of it. */
export interface GivenProgram {
  readonly name: string;
  readonly chip: ChipName;
  readonly wave: WaveSize;
  readonly words: readonly number[];
  /** Raw registers that the program's file carries. */
  readonly registers: Readonly<Record<string, number>>;
  readonly state: ProgramState;
  /** Samples of the scene that it is to run on. */
  readonly samples: number;
}

/** A program with all that a corpus record has, and what of it nobody said. */
export interface CompletedProgram {
  readonly record: CorpusRecord;
  /** One line each. */
  readonly assumed: readonly string[];
}

const INTERLOCK = 'pixel_interlock_ordered';

/**
 * Completes a program from outside with what a correct driver would program for it. Throws `UsageError` where the state
 * contradicts itself: arguments at other places than the hardware loads them to.
 */
export function completeProgram(given: GivenProgram): CompletedProgram {
  const { name, chip, wave, state, samples } = given;
  const { gfx } = chipOf(chip);
  const interlock = state.interlock ?? INTERLOCK;
  const args = state.args ?? argumentsFrom(gfx, given.registers);
  const system = systemPlaces(args);
  const { registers, implied } = impliedRegisters(given, interlock, args, system);
  checkPlaces(gfx, args, system, registers);
  const assumed = [
    ...(state.interlock === undefined ? [`interlock ${interlock}`] : []),
    ...(state.args === undefined ? [`args ${args.map((argument) => argument.name).join(', ')}`] : []),
    ...implied.map((register) => `${register} ${wordText(registers[register])}`),
  ];
  const record: CorpusRecord = {
    id: name,
    shader: name,
    chip,
    gfx,
    wave,
    interlock,
    abi: { args, inputs: state.inputs ?? [], user_data: userDataFrom(gfx, args, state.user_data ?? {}) },
    regs: Object.fromEntries(Object.entries(registers).map(([key, value]) => [key, wordText(value)])),
    variants: [{ samples, mode: 'given', regs: {} }],
    instructions: [{ pc: 0, words: given.words.map(wordText) }],
    ...(state.epilog === undefined ? {} : { epilog: state.epilog }),
  };
  return { record, assumed };
}
