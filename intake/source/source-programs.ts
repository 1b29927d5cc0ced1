import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import {
  type ChipName,
  chipOf,
  decodeCached,
  EXPORT_TARGET,
  getColourTarget,
  getInstructionSet,
  type WaveSize,
} from '../../arch/index.js';
import { readInput } from '../../harness/input/index.js';
import {
  completeExternalProgram,
  type Expectation,
  type ExternalCode,
  readChipName,
  readDirectives,
  readState,
  STATE_SUFFIX,
  type StateDocument,
} from '../../harness/programs/index.js';
import type { CorpusRecord, ShaderIntent } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { AuthorKnowledge, type AuthorValues } from './author-values.js';
import { compileSource, getLanguage, type SourceLanguage } from './compile-source.js';
import type { DriverOutput, DriverPipeline } from './driver-process.js';
import { getDriverOutput } from './driver-process.js';
import { buildDriverRequest, getShaderIntent, runsPerSample, sortVaryings } from './driver-request.js';
import { readShaderInterface, type ShaderInterface } from './shader-interface.js';
import { buildShaderState } from './shader-state.js';
import { findShaderDriver } from './shader-tools.js';
import { NO_SETTINGS, type PipelineSettings, readPipelineSettings } from './source-comments.js';
import { findSourceLines, type SourceLines } from './source-lines.js';
import { checkProtocol, type ProtocolFinding } from './source-protocol.js';
import { buildVertexModule } from './vertex-module.js';

/** Returns hints that only the source gives, one sentence each. */
function listSourceNotes(shader: ShaderInterface): readonly string[] {
  const { interlock = '', accesses } = shader;
  const hasStores = accesses.some(({ kind }) => kind === 'store');
  return interlock.startsWith('sample') && !runsPerSample(shader) && hasStores
    ? [
        'source: the shader uses a sample interlock but runs once per pixel, so invocations that cover different samples of a pixel are not ordered',
      ]
    : [];
}

/** Options for compiling a source. */
export interface SourceSettings {
  /** The chips to compile for; if empty, the chip named in a comment. */
  readonly chips: readonly ChipName[];
  /** A state file, whose fields override derived ones. */
  readonly state: string | undefined;
  /** Fields that override all others, for a draw of a scene; it may have no interlock. */
  readonly given?: StateDocument | undefined;
  /** ICD manifest of a driver, for the Vulkan loader; undefined for the system's RADV. */
  readonly driver: string | undefined;
  /** Flags for the compiler of the source's language. */
  readonly flags: readonly string[];
  /**
   * Called with the error for each chip that the source cannot be compiled for; compilation continues for the others.
   * If this is absent or there is only one chip, the error is thrown.
   */
  readonly onRejected?: ((error: UsageError) => void) | undefined;
}

/** One program compiled from a source. */
export interface SourceProgram {
  readonly record: CorpusRecord;
  readonly assumed: readonly string[];
  readonly source: SourceLines;
  /** What is wrong with the section in the source. */
  readonly protocol: readonly ProtocolFinding[];
  /** The resource that each colour target renders to, by target, if the author says so. */
  readonly attachments?: Readonly<Record<string, string>>;
  readonly expectation?: Expectation;
}

interface ParsedSource {
  readonly settings: PipelineSettings;
  readonly state: StateDocument;
  readonly values: AuthorValues;
  readonly expectation?: Expectation;
}

/**
 * Compiles a source to one program per chip and sample count. Throws a one-line `UsageError` for an unusable source or
 * setting.
 */
export function compileSourcePrograms(file: string, options: SourceSettings): readonly SourceProgram[] {
  const language = getLanguage(file)!;
  const { settings, state, values, expectation } = readSource(file, language, options);
  const chips =
    options.chips.length > 0 ? options.chips : state.chip === undefined ? [] : [readChipName(state.chip)];
  if (chips.length === 0)
    throw new UsageError(
      `Missing chip: ${file} does not specify one; pass --chip navi31, or several, as in --chip navi21,navi31`,
    );
  const driver = findShaderDriver(options.driver);
  const fragment = compileSource(file, language, options.flags, driver);
  const shader = readShaderInterface(fragment, file);
  if (shader.interlock === undefined && options.given === undefined)
    throw new UsageError(
      `Cannot use ${file}: it has no interlock; expected "layout(pixel_interlock_ordered) in;" or another interlock qualifier`,
    );
  const samples = getSampleCounts(settings, state, shader);
  const task = {
    file,
    wave: state.wave,
    driver,
    samples,
    request: buildDriverRequest(shader, settings, samples, file),
    vertex: buildVertexModule(sortVaryings(shader)),
    fragment,
  };
  const intent = getShaderIntent(shader, settings, file);
  const knowledge = new AuthorKnowledge(shader, values, file);
  const compileFor = (chip: ChipName): readonly SourceProgram[] => {
    const output = getDriverOutput({ ...task, chip });
    return output.pipelines.map((pipeline) => ({
      ...buildProgram({
        file,
        chip,
        shader,
        output,
        pipeline,
        state,
        hasSampleVariants: samples.length > 1,
        intent,
        knowledge,
      }),
      ...(expectation === undefined ? {} : { expectation }),
    }));
  };
  return readEachChip(chips, compileFor, options.onRejected);
}

/** Reads a file for each chip. If there are several, passes the errors of those that cannot use it to `onRejected`. */
export function readEachChip<T>(
  chips: readonly ChipName[],
  readFor: (chip: ChipName) => readonly T[],
  onRejected: ((error: UsageError, chip: ChipName) => void) | undefined,
): readonly T[] {
  return chips.flatMap((chip) => {
    try {
      return readFor(chip);
    } catch (error) {
      if (!(error instanceof UsageError) || onRejected === undefined || chips.length === 1) throw error;
      onRejected(error, chip);
      return [];
    }
  });
}

interface CompiledPipeline {
  readonly file: string;
  readonly chip: ChipName;
  readonly shader: ShaderInterface;
  readonly output: DriverOutput;
  readonly pipeline: DriverPipeline;
  readonly state: StateDocument;
  readonly hasSampleVariants: boolean;
  readonly intent: Partial<ShaderIntent>;
  readonly knowledge: AuthorKnowledge;
}

function buildProgram({
  file,
  chip,
  shader,
  output,
  pipeline,
  state,
  hasSampleVariants,
  intent,
  knowledge,
}: CompiledPipeline): SourceProgram {
  const findSelected = (array: string): number | undefined => knowledge.findSelected(array);
  const built = buildShaderState(shader, chip, output, pipeline, findSelected);
  const document = knowledge.apply(
    {
      ...built,
      ...state,
      regs: { ...built.regs, ...state.regs },
      chip,
      samples: pipeline.samples as NonNullable<StateDocument['samples']>,
    },
    pipeline.binary,
  );
  const name = `${file}/${chip}/w${document.wave}${hasSampleVariants ? `/${pipeline.samples}x` : ''}`;
  const { words } = pipeline.binary;
  const code: ExternalCode = {
    name,
    words,
    registers: {},
    fields: {},
    wave: document.wave,
    scratchBytes: 0,
    intent: followCompiledExports(intent, words, chip, document.wave ?? 64),
  };
  const { record } = completeExternalProgram(code, { document, source: `comments in ${file}` })(
    pipeline.samples,
  );
  return {
    record,
    assumed: [
      `${output.driver}, ${pipeline.samples === 1 ? '1 sample' : `${pipeline.samples} samples`} per pixel`,
      ...knowledge.listAssumed(),
      ...listSourceNotes(shader),
    ],
    source: findSourceLines(words, chip, record.wave, shader.accesses, record.resources),
    protocol: checkProtocol(shader, chip, pipeline.samples),
    ...(Object.keys(knowledge.attachments).length === 0 ? {} : { attachments: knowledge.attachments }),
  };
}

/**
 * Returns the intent as the driver sets registers after compiling: without depth, stencil and coverage that the compiler
 * found not to be needed, and with the colours moved together if it filled holes between them.
 */
function followCompiledExports(
  intent: Partial<ShaderIntent>,
  words: readonly number[],
  chip: ChipName,
  wave: WaveSize,
): Partial<ShaderIntent> {
  const { instructions } = decodeCached(words, getInstructionSet(chipOf(chip)), wave);
  const targets = instructions.flatMap((instruction) => instruction.export?.target ?? []);
  const { colours = [] } = intent;
  const written = colours.filter((colour) => colour !== undefined);
  const isCompacted = targets.every((target) => getColourTarget(target) < written.length);
  return {
    ...intent,
    ...(targets.includes(EXPORT_TARGET.MRTZ)
      ? {}
      : { writesDepth: false, writesStencil: false, writesSampleMask: false }),
    ...(isCompacted ? { colours: written } : {}),
  };
}

function readSource(
  file: string,
  language: SourceLanguage,
  { state: stateFile, given = {} }: SourceSettings,
): ParsedSource {
  const isText = language !== 'binary';
  const text = isText ? new TextDecoder().decode(readInput('program', file)) : '';
  const { settings, rest } = isText ? readPipelineSettings(text, file) : { settings: NO_SETTINGS, rest: '' };
  const { state, ...others } = readDirectives(rest, file);
  const siblingFile = join(dirname(file), `${basename(file, extname(file))}${STATE_SUFFIX}`);
  const states = [
    existsSync(siblingFile) ? readState(siblingFile) : {},
    state,
    { values: settings.values },
    stateFile === undefined ? {} : readState(stateFile),
    given,
  ];
  const { values: _, ...merged }: StateDocument = Object.assign({}, ...states);
  const all: NonNullable<StateDocument['values']> = Object.assign({}, ...states.map((part) => part.values));
  const values = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));
  const [, x, y] = RATE.exec(values.rate ?? '') ?? [];
  if (x === undefined) return { settings, ...others, values, state: merged };
  const { rate: __, ...named } = values;
  const word = Math.log2(Number(x)) | (Math.log2(Number(y)) << RATE_Y_BIT);
  const regs = { ...merged.regs, GE_VRS_RATE: `0x${word.toString(16)}` };
  return { settings, ...others, values: named, state: { ...merged, regs } };
}

/** Pixels of a coarse fragment, as in `2x4`: a value of `rate` that no member of a shader can have. */
const RATE = /^([124])x([124])$/;
const RATE_Y_BIT = 4;

/** Returns the sample counts to compile for; by default, four for a sample interlock and one otherwise. */
function getSampleCounts(
  settings: PipelineSettings,
  { samples }: StateDocument,
  { interlock }: ShaderInterface,
): readonly number[] {
  if (settings.samples.length > 0) return [...new Set(settings.samples)];
  return [samples ?? (interlock?.startsWith('sample') === true ? 4 : 1)];
}
