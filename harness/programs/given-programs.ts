import { type ChipName, chipOf, listedRegister, registerNames, type WaveSize } from '../../arch/index.js';
import { unknownName } from '../../base/basics/index.js';
import {
  ARGUMENTS,
  argumentRow,
  type CompletedProgram,
  completeProgram,
  type ShaderIntent,
} from '../../stimulus/index.js';
import { nearestName, UsageError } from '../../transactions/index.js';
import { readShaderObject } from '../elf/shader-object.js';
import { readChipName } from './chip-names.js';
import type { StateDocument } from './state-files.js';

/** External code and what its file says about it. */
export interface GivenCode {
  /** The program's name in error messages and results. */
  readonly name: string;
  readonly words: readonly number[];
  /** The words of an object's constants, which are separate from the code. */
  readonly constants?: readonly number[];
  readonly registers: Readonly<Record<string, number>>;
  /** Field values keyed by `REGISTER.FIELD`, for registers whose other fields are left to the driver. */
  readonly fields: Readonly<Record<string, number>>;
  readonly wave: WaveSize | undefined;
  /** What an object's driver loads into each user SGPR, in the driver's own numbering. */
  readonly userDataMap?: readonly number[];
  /** Scratch bytes per lane. */
  readonly scratchBytes: number;
  /** For a text, the 1-based line of each word's instruction. */
  readonly lines?: readonly number[];
  /** Labels in the code, by byte offset. */
  readonly labels?: Readonly<Record<number, string>>;
  /** The intent that its source states, if any. */
  readonly intent?: Partial<ShaderIntent>;
  /** The target it was compiled for, if the file states one. */
  readonly target?: { readonly chip: ChipName; readonly processor: string };
}

/** The state for some code, and how error messages refer to its source. */
export interface GivenState {
  readonly document: StateDocument;
  readonly source: string;
}

/** Reads the pixel shader from an ELF object. */
export function objectCode(bytes: Uint8Array, file: string): GivenCode {
  const { symbol, chip, processor, words, constants, metadata } = readShaderObject(bytes, file);
  return { ...metadata, name: `${file}:${symbol}`, words, constants, target: { chip, processor } };
}

/**
 * Returns a function that combines code with its state for a scene with the given sample count. Throws
 * `UsageError` if code, state and scene are incompatible.
 */
export function givenProgram(code: GivenCode, given: GivenState): (samples: number) => CompletedProgram {
  const { document } = given;
  const chip = givenChip(given, code);
  const wave = givenWave(given, chip, code);
  checkRegisters(given, chip);
  checkArgumentNames(given);
  return (samples) => {
    checkSamples(document, samples);
    const { name, words, constants = [], registers, fields, scratchBytes, userDataMap = [], intent } = code;
    const { record, assumed } = completeProgram({
      name,
      chip,
      wave,
      words,
      constants,
      registers,
      fields,
      userDataMap,
      scratchBytes: scratchBytes * wave,
      state: document,
      samples,
      ...(intent === undefined ? {} : { intent }),
    });
    const hasWave = document.wave !== undefined || code.wave !== undefined;
    const machine = [
      ...(document.chip === undefined ? [`chip ${chip}`] : []),
      ...(hasWave ? [] : [`wave ${wave}`]),
    ];
    return { record, assumed: [...machine, ...assumed] };
  };
}

/** The chip that the state or the code names. Throws `UsageError` if there is none or they do not match. */
export function givenChip({ document, source }: GivenState, code: Partial<GivenCode>): ChipName {
  const { target } = code;
  const name = document.chip ?? target?.chip;
  if (name === undefined)
    throw new UsageError(
      `Missing chip: ${code.name} does not name one; give --chip, or chip in a state file`,
    );
  const chip = readChipName(name);
  const { gfx } = chipOf(chip);
  if (target !== undefined && gfx !== chipOf(target.chip).gfx) {
    throw new UsageError(
      `Invalid ${source}: chip is ${name} of ${gfx}; the program is for ${target.processor}`,
    );
  }
  if (document.gfx !== undefined && document.gfx !== gfx)
    throw new UsageError(`Invalid ${source}: gfx is ${document.gfx}; expected ${gfx} for ${name}`);
  return chip;
}

/** The wave size in the state or the code; by default the generation's smallest, like compilers. */
function givenWave({ document }: GivenState, chip: ChipName, { name, wave: codeWave }: GivenCode): WaveSize {
  const { waveSizes } = chipOf(chip);
  const wave = document.wave ?? codeWave ?? waveSizes[0];
  if (waveSizes.includes(wave)) return wave;
  throw new UsageError(`Invalid wave ${wave} of ${name}: ${chip} has waves of ${waveSizes.join(' or ')}`);
}

function checkRegisters({ document: { regs = {} }, source }: GivenState, chip: ChipName): void {
  const known = registerNames(chipOf(chip).gfx);
  const invalid = Object.keys(regs).find((name) => !known.includes(listedRegister(name)));
  if (invalid === undefined) return;
  const { message } = unknownName(`register of ${chip}`, invalid, known);
  throw new UsageError(`Invalid ${source}: ${message.replace(/^U/, 'u')}`);
}

/**
 * Rejects arguments that must be mistakes: a known name in the wrong register file, a vector that the hardware
 * does not load, and an uninitialised scalar whose name resembles an argument or resource.
 */
function checkArgumentNames({ document, source }: GivenState): void {
  const { args = [], user_data = {}, resources = [] } = document;
  for (const { name, file, reg, size } of args) {
    const row = argumentRow(name);
    if (row?.file === file || resources.some((resource) => resource.name === name)) continue;
    const registers = Array.from({ length: size }, (_, i) => `s${reg + i}`);
    if (file === 's' && row === undefined && registers.every((register) => user_data[register] !== undefined))
      continue;
    const reject = (text: string): never => {
      throw new UsageError(`Invalid ${source}: ${text}`);
    };
    if (row !== undefined)
      reject(
        `argument ${name} is in ${file}${reg}; expected ${row.file === 's' ? 'a scalar' : 'a vector'} register`,
      );
    const known = [...ARGUMENTS.filter((argument) => argument.file === file), ...resources].map(
      (candidate) => candidate.name,
    );
    if (file === 'v') reject(unknownName('argument', name, known).message.replace(/^U/, 'u'));
    const near = nearestName(name, known);
    if (near !== undefined)
      reject(
        `unknown argument "${name}": did you mean ${near}? (or give user_data for ${registers.join(', ')})`,
      );
  }
}

function checkSamples({ samples: given }: StateDocument, samples: number): void {
  if (given === undefined || given === samples) return;
  throw new UsageError(`Invalid samples ${samples}: the program's state is for ${given}`);
}
