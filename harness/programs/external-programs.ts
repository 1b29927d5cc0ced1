import { type ChipName, chipOf, getListedName, listRegisterNames, type WaveSize } from '../../arch/index.js';
import {
  ARGUMENTS,
  type CompletedProgram,
  completeProgram,
  findArgumentRow,
  type ShaderIntent,
} from '../../stimulus/index.js';
import { findNearestName, UsageError } from '../../transactions/index.js';
import { makeUnknownNameError } from '../basics/index.js';
import { readShaderObject } from '../elf/shader-object.js';
import { readChipName } from './chip-names.js';
import type { StateDocument } from './state-files.js';

/** The code of an external program, with other information from its file. */
export interface ExternalCode {
  /** The program's name in error messages and results. */
  readonly name: string;
  readonly words: readonly number[];
  /** An object's constants as words, which are stored separately from the code. */
  readonly constants?: readonly number[];
  readonly registers: Readonly<Record<string, number>>;
  /** Field values keyed by `REGISTER.FIELD`, for registers whose other fields the driver sets. */
  readonly fields: Readonly<Record<string, number>>;
  readonly wave: WaveSize | undefined;
  /** What an object's driver loads into each user SGPR, in the driver's own numbering. */
  readonly userDataMap?: readonly number[];
  /** Scratch bytes per lane. */
  readonly scratchBytes: number;
  /** For a text file, the 1-based line number of each word's instruction. */
  readonly lines?: readonly number[];
  /** Labels in the code, by byte offset. */
  readonly labels?: Readonly<Record<number, string>>;
  /** The intent stated in its source, if any. */
  readonly intent?: Partial<ShaderIntent>;
  /** The target it was compiled for, if the file states one. */
  readonly target?: { readonly chip: ChipName; readonly processor: string };
}

/** A program's state and its source. */
export interface StateWithSource {
  readonly document: StateDocument;
  /** The state's source, as named in error messages. */
  readonly source: string;
}

/** Reads the pixel shader from an ELF object. */
export function readObjectCode(bytes: Uint8Array, file: string): ExternalCode {
  const { symbol, chip, processor, words, constants, metadata } = readShaderObject(bytes, file);
  return { ...metadata, name: `${file}:${symbol}`, words, constants, target: { chip, processor } };
}

/**
 * Returns a function that combines code with its state for a scene with a given sample count. Throws `UsageError` if
 * the code, state and scene are incompatible.
 */
export function completeExternalProgram(
  code: ExternalCode,
  programState: StateWithSource,
): (samples: number) => CompletedProgram {
  const { document } = programState;
  if (document.values !== undefined)
    throw new UsageError(
      `Invalid ${programState.source}: values are for sources, whose names they use; use resources, inputs or user_data`,
    );
  if (document.draws !== undefined)
    throw new UsageError(
      `Invalid ${programState.source}: draws are a scene of several programs; pass the state file itself to "check"`,
    );
  const chip = findProgramChip(programState, code);
  const wave = findWaveSize(programState, chip, code);
  checkRegisters(programState, chip);
  checkArgumentNames(programState);
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
    const assumedTarget = [
      ...(document.chip === undefined ? [`chip ${chip}`] : []),
      ...(hasWave ? [] : [`wave ${wave}`]),
    ];
    return { record, assumed: [...assumedTarget, ...assumed] };
  };
}

/** Returns the chip named by the state or the code. Throws `UsageError` if neither names one or they do not match. */
export function findProgramChip(
  { document, source }: StateWithSource,
  code: Partial<ExternalCode>,
): ChipName {
  const { target } = code;
  const name = document.chip ?? target?.chip;
  if (name === undefined)
    throw new UsageError(
      `Missing chip: ${code.name} does not specify one; pass --chip, or set chip in a comment or state file`,
    );
  const chip = readChipName(name);
  const { gfx } = chipOf(chip);
  if (target !== undefined && gfx !== chipOf(target.chip).gfx) {
    throw new UsageError(
      `Invalid ${source}: chip is ${name} (${gfx}), but the program was built for ${target.processor}`,
    );
  }
  if (document.gfx !== undefined && document.gfx !== gfx)
    throw new UsageError(`Invalid ${source}: gfx is ${document.gfx}; expected ${gfx} for ${name}`);
  return chip;
}

/** Returns the wave size from the state or the code. Like compilers, it defaults to the generation's smallest. */
function findWaveSize(
  { document }: StateWithSource,
  chip: ChipName,
  { name, wave: codeWave }: ExternalCode,
): WaveSize {
  const { waveSizes } = chipOf(chip);
  const wave = document.wave ?? codeWave ?? waveSizes[0];
  if (waveSizes.includes(wave)) return wave;
  throw new UsageError(`Invalid wave size ${wave} for ${name}: ${chip} supports ${waveSizes.join(' or ')}`);
}

function checkRegisters({ document: { regs = {} }, source }: StateWithSource, chip: ChipName): void {
  const known = listRegisterNames(chipOf(chip).gfx);
  const invalid = Object.keys(regs).find((name) => !known.includes(getListedName(name)));
  if (invalid === undefined) return;
  const { message } = makeUnknownNameError(`register of ${chip}`, invalid, known);
  throw new UsageError(`Invalid ${source}: ${message.replace(/^U/, 'u')}`);
}

/**
 * Rejects arguments that must be mistakes: known names in the wrong register file, vectors that the hardware does not
 * load, and uninitialised scalars whose names resemble those of an argument or resource.
 */
function checkArgumentNames({ document, source }: StateWithSource): void {
  const { args = [], user_data = {}, resources = [] } = document;
  for (const { name, file, reg, size } of args) {
    const row = findArgumentRow(name);
    if (row?.file === file || resources.some((resource) => resource.name === name)) continue;
    const registers = Array.from({ length: size }, (_, i) => `s${reg + i}`);
    if (file === 's' && row === undefined && registers.every((register) => user_data[register] !== undefined))
      continue;
    const reject = (reason: string): never => {
      throw new UsageError(`Invalid ${source}: ${reason}`);
    };
    if (row !== undefined)
      reject(
        `argument ${name} is in ${file}${reg}; expected ${row.file === 's' ? 'a scalar' : 'a vector'} register`,
      );
    const known = [...ARGUMENTS.filter((argument) => argument.file === file), ...resources].map(
      (candidate) => candidate.name,
    );
    if (file === 'v') reject(makeUnknownNameError('argument', name, known).message.replace(/^U/, 'u'));
    const suggestion = findNearestName(name, known);
    if (suggestion !== undefined)
      reject(
        `unknown argument "${name}": did you mean ${suggestion}? (otherwise, set user_data for ${registers.join(', ')})`,
      );
  }
}

function checkSamples({ samples: expected }: StateDocument, samples: number): void {
  if (expected === undefined || expected === samples) return;
  throw new UsageError(`Invalid sample count ${samples}: the program's state specifies ${expected}`);
}
