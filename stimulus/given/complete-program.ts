import { chipOf, decodeCached, factsOf, type Gfx, getInstructionSet } from '../../arch/index.js';
import type { CorpusRecord } from '../corpus.js';
import { formatCorpusWord } from '../driver/words.js';
import type { SystemArguments } from './arguments.js';
import { checkLocations, deriveUserData, findSystemArguments, getDefaultArguments } from './arguments.js';
import type { ExternalProgram } from './external-program.js';
import { deriveRegisters } from './implied-registers.js';

/** A program as a complete corpus record, and the assumptions made to complete it. */
export interface CompletedProgram {
  readonly record: CorpusRecord;
  /** One line per assumption. */
  readonly assumed: readonly string[];
}

const INTERLOCK = 'pixel_interlock_ordered';

/** Bytes of scratch memory per wave for programs that do not specify a size: 512 for each of 64 lanes. */
const SCRATCH_BYTES = 0x8000;

/**
 * Completes an external program with the state that a correct driver would set. Throws `UsageError` if the state is
 * inconsistent, that is, if arguments are not where the hardware loads them.
 */
export function completeProgram(program: ExternalProgram): CompletedProgram {
  const { name, chip, wave, state, samples } = program;
  const { gfx } = chipOf(chip);
  const { resources = [] } = state;
  const interlock = state.interlock ?? INTERLOCK;
  const args =
    state.args ?? getDefaultArguments(gfx, program.registers, program.userDataMap, interlock !== 'none');
  const systemArguments = findSystemArguments(args);
  const scratchBytes = findScratchBytes(program);
  const { registers, implied } = deriveRegisters(
    { ...program, scratchBytes },
    interlock,
    args,
    systemArguments,
  );
  checkLocations(gfx, args, systemArguments, registers);
  const assumed = [
    ...(state.interlock === undefined ? [`interlock ${interlock}`] : []),
    ...(state.args === undefined ? [`args ${args.map((argument) => argument.name).join(', ')}`] : []),
    ...(scratchBytes === (state.scratch_bytes_per_wave ?? program.scratchBytes)
      ? []
      : [`scratch_bytes_per_wave ${scratchBytes}`]),
    ...implied.map((register) => `${register} ${formatCorpusWord(registers[register])}`),
  ];
  const record: CorpusRecord = {
    id: name,
    shader: name,
    chip,
    gfx,
    wave,
    interlock,
    abi: {
      args: withScratchOffset(gfx, args, systemArguments, scratchBytes),
      inputs: state.inputs ?? [],
      user_data: deriveUserData({ gfx, resources, abi: { args, user_data: state.user_data ?? {} }, samples }),
    },
    ...(resources.length === 0 ? {} : { resources }),
    regs: Object.fromEntries(Object.entries(registers).map(([key, value]) => [key, formatCorpusWord(value)])),
    variants: [{ samples, mode: 'given', regs: {} }],
    ...(scratchBytes === 0 ? {} : { stats: { scratch_bytes_per_wave: scratchBytes } }),
    instructions: [{ pc: 0, words: program.words.map(formatCorpusWord) }],
    ...(program.constants.length === 0 ? {} : { constants: program.constants.map(formatCorpusWord) }),
    ...(state.epilog === undefined ? {} : { epilog: state.epilog }),
    ...(state.push_words === undefined ? {} : { push_words: state.push_words }),
    ...(state.ordered === undefined ? {} : { ordered: state.ordered }),
    ...(state.coherent === undefined ? {} : { coherent: state.coherent }),
  };
  return { record, assumed };
}

/**
 * Returns the bytes of scratch memory per wave: from the state, or else the file, or else an assumed size if any
 * instruction accesses scratch memory.
 */
function findScratchBytes({ chip, wave, words, state, scratchBytes }: ExternalProgram): number {
  if (state.scratch_bytes_per_wave !== undefined) return state.scratch_bytes_per_wave;
  if (scratchBytes > 0) return scratchBytes;
  const { instructions } = decodeCached(words, getInstructionSet(chipOf(chip)), wave);
  return instructions.some(({ memory }) => memory?.space === 'scratch') ? SCRATCH_BYTES : 0;
}

/** Adds the scratch offset to the arguments if it is missing, where the hardware loads it: after all other scalars. */
function withScratchOffset(
  gfx: Gfx,
  args: CorpusRecord['abi']['args'],
  { userSgprs, hasCollision, hasIntrawave }: SystemArguments,
  scratchBytes: number,
): CorpusRecord['abi']['args'] {
  const name = 'scratch_offset';
  if (
    scratchBytes === 0 ||
    factsOf(gfx).hardwareScratchBase ||
    args.some((argument) => argument.name === name)
  )
    return args;
  const reg = userSgprs + 1 + Number(hasCollision) + Number(hasIntrawave);
  return [...args, { name, file: 's', reg, size: 1 }];
}
