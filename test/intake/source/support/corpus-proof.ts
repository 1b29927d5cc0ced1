import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChipName, type Gfx, REGISTER_FIELDS, type WaveSize } from '../../../../arch/index.js';
import { findPackageRoot } from '../../../../harness/basics/index.js';
import { completeExternalProgram, openCorpus } from '../../../../harness/programs/index.js';
import {
  buildDriverRequest,
  buildShaderState,
  buildVertexModule,
  compileSource,
  findShaderDriver,
  getDriverOutput,
  getShaderIntent,
  NO_SETTINGS,
  readShaderInterface,
  sortVaryings,
} from '../../../../intake/source/index.js';
import type { CorpusRecord } from '../../../../stimulus/index.js';
import { CORPUS_BINDINGS, renumberBindings } from './corpus-layout.js';

/** A source in the corpus, as listed in `shaders.json`. */
export interface CorpusSource {
  readonly name: string;
  readonly file: string;
  readonly colour_formats: readonly string[];
  readonly depth_attachment: boolean;
  readonly alpha_to_coverage: boolean;
}

const FOLDER = join(findPackageRoot(), 'data', 'corpus');

const CORPUS = openCorpus(FOLDER);

/** All sources in the corpus. */
export const CORPUS_SOURCES = JSON.parse(
  readFileSync(join(FOLDER, 'shaders.json'), 'utf8'),
) as readonly CorpusSource[];

/** How a corpus program compares with a driver's output for its source. */
export interface ProgramComparison {
  readonly id: string;
  readonly samples: number;
  readonly sameCode: boolean;
  readonly sameArguments: boolean;
  readonly sameUserData: boolean;
  readonly sameInputs: boolean;
  /** The modelled register fields whose values differ. */
  readonly differingFields: readonly string[];
}

const PUSH_BYTES = 32;

/**
 * Compiles a corpus source for a chip, in the corpus's layout, with the driver in `driverFile`, and compares the
 * result with the corpus programs. `only` restricts the comparison to one sample count.
 */
export function compareSource(
  source: CorpusSource,
  chip: ChipName,
  wave: WaveSize,
  driverFile: string | undefined,
  only?: number,
): readonly ProgramComparison[] {
  const variants = CORPUS.records(chip, wave)
    .filter((record) => record.shader === source.name)
    .flatMap((record) =>
      record.variants
        .filter(({ mode, samples }) => mode === 'mono' && samples === (only ?? samples))
        .map((variant) => ({ record, variant })),
    );
  if (variants.length === 0) return [];
  const driver = findShaderDriver(driverFile);
  const file = join(FOLDER, source.file);
  const fragment = renumberBindings(compileSource(file, 'glsl', [], driver));
  const shader = readShaderInterface(fragment, file);
  const fullInterface = {
    ...shader,
    pushBytes: PUSH_BYTES,
    resources: CORPUS_BINDINGS,
    writesDepth: source.depth_attachment,
  };
  const settings = {
    ...NO_SETTINGS,
    formats: source.colour_formats,
    alphaToCoverage: source.alpha_to_coverage,
  };
  const intent = getShaderIntent(shader, settings, file);
  const samples = variants.map(({ variant }) => variant.samples);
  const request = buildDriverRequest(fullInterface, settings, samples, file);
  const answer = getDriverOutput({
    file,
    chip,
    wave,
    driver,
    request,
    samples,
    vertex: buildVertexModule(sortVaryings(shader)),
    fragment,
  });
  return variants.map(({ record, variant }, i) => {
    const pipeline = answer.pipelines[i]!;
    const document = buildShaderState({ ...shader, pushMembers: [] }, chip, answer, pipeline);
    const { words } = pipeline.binary;
    const program = { name: record.id, words, registers: {}, fields: {}, wave, scratchBytes: 0, intent };
    const compiled = completeExternalProgram(program, { document, source: file })(variant.samples).record;
    const recorded = { ...record.regs, ...variant.regs };
    return {
      id: record.id,
      samples: variant.samples,
      sameCode: isEqual(words, getWords(record)),
      sameArguments: isEqual(compiled.abi.args, record.abi.args),
      sameUserData: isEqual(
        sortEntries(compiled.abi.user_data),
        sortEntries(variant.user_data ?? record.abi.user_data),
      ),
      sameInputs: isEqual(getInputs(compiled), getInputs(record)),
      differingFields: findDifferentFields(record.gfx, compiled.regs, recorded),
    };
  });
}

type Words = Readonly<Record<string, string>>;

function findDifferentFields(gfx: Gfx, a: Words, b: Words): readonly string[] {
  const sharedFields = REGISTER_FIELDS.filter(
    ({ register, generations }) =>
      generations.includes(gfx) && a[register] !== undefined && b[register] !== undefined,
  );
  const getValue = (words: Words, { register, low, high }: (typeof sharedFields)[number]): number =>
    (Number(words[register]) >>> low) & (2 ** (high - low + 1) - 1);
  return sharedFields
    .filter((row) => getValue(a, row) !== getValue(b, row))
    .map(({ register, field }) => `${register}.${field}`);
}

/** Returns the inputs in sorted order, because a driver that optimises across stages renumbers them. */
function getInputs({ abi }: CorpusRecord): unknown {
  return abi.inputs.map(({ how, name }) => `${how} ${name}`).sort();
}

function getWords({ instructions }: CorpusRecord): readonly number[] {
  return instructions.flatMap(({ words }) => words.map((word) => Number.parseInt(word, 16)));
}

function sortEntries(table: Readonly<Record<string, string>>): unknown {
  return Object.entries(table)
    .map(([key, source]) => (source.startsWith('0x') ? [key, Number(source)] : [key, source]))
    .sort();
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
