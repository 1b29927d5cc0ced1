import { chipOf } from '../../arch/index.js';
import type { CorpusRecord } from '../corpus.js';
import { wordText } from '../driver/words.js';
import { argumentsFrom, checkPlaces, systemPlaces } from './arguments.js';
import type { GivenProgram } from './given-program.js';
import { impliedRegisters } from './implied-registers.js';
import { userDataFrom } from './user-data.js';

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
    ...(state.ordered === undefined ? {} : { ordered: state.ordered }),
    ...(state.coherent === undefined ? {} : { coherent: state.coherent }),
  };
  return { record, assumed };
}
