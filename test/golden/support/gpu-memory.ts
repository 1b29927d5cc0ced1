import { describe, expect, it } from 'vitest';
import type { ChipName, WaveSize } from '../../../arch/index.js';
import { chipOf } from '../../../arch/index.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { runScenario } from '../../../rtl-model/index.js';
import {
  type CorpusRecord,
  pickFreedoms,
  type SceneRun,
  sceneObjects,
  sceneScenario,
} from '../../../stimulus/index.js';
import { defaultFreedoms, RandomStream, type TransactionSink } from '../../../transactions/index.js';
import { codeOf, codesOf, TWINS } from '../../support/corpus-twins.js';
import { type GpuScene, readGpuScenes } from '../../support/gpu-scenes.js';

const corpus = openCorpus();

/** Programs that leave their section with a store outstanding (corpus README, "What running them showed"). */
const DEFECTIVE = /^dual_source\/navi(?:31|48)\/w\d+\/mono$/;

/** Shaders that use the first lane's index for the whole wave: the GPU's results need waves of one primitive. */
const NEEDS_UNIFORM_WAVES = ['push_const_indexed'];

/** Final words of each memory object. */
type Memory = ReadonlyMap<string, Int32Array>;

/** One program in one scene. */
export interface Comparison {
  readonly record: CorpusRecord;
  readonly gpu: GpuScene;
  /** Whether to run with random hardware freedoms and under all scoreboards, not with the defaults. */
  readonly judged: boolean;
}

/** Unjudged scenes take turns: a program runs one in three, and each image is still compared with several programs. */
const TURNS = 3;

/** Chips that are not twins; with their two wave sizes they take turns evenly. */
const CODES_OF_THEIR_OWN: readonly ChipName[] = ['vega10', 'navi10', 'navi21', 'navi31', 'navi48'];

/**
 * All sound programs for a chip and wave size, each in some of its scenes, one of which is judged. A program with the same
 * code for the chip's twin has only the judged scene.
 */
export function comparisonsOf(chip: ChipName, wave: WaveSize): readonly Comparison[] {
  const twin = TWINS[chip];
  const turn = 2 * CODES_OF_THEIR_OWN.indexOf(chip) + (wave === 64 ? 1 : 0);
  const codes = codesOf(twin === undefined ? [] : corpus.records(twin, wave));
  return corpus.records(chip, wave).flatMap((record, place) => {
    if (DEFECTIVE.test(record.id)) return [];
    const scenes = readGpuScenes(record.shader).filter(({ scene }) =>
      record.variants.some(({ samples }) => samples === scene.samples),
    );
    return scenes
      .map((gpu, index) => ({ record, gpu, judged: index === place % scenes.length }))
      .filter(({ judged }, index) => judged || ((index + turn) % TURNS === 0 && !codes.has(codeOf(record))));
  });
}

/** One test per shader: its programs reproduce the GPU's results in their scenes. */
export function describeComparisons(title: string, comparisons: readonly Comparison[]): void {
  const shaders = [...new Set(comparisons.map(({ record }) => record.shader))];
  describe(`final memory of real programs ${title}`, () => {
    it.each(shaders)('is what the GPU computed: %s', (shader) => {
      for (const { record, gpu, judged } of comparisons) {
        if (record.shader === shader)
          compare(record, gpu, judged ? runJudged(record, gpu) : runPlain(record, gpu));
      }
    });
  });
}

/** Every comparison for a chip and wave size except the first tier's tenth, and that each sound program has a scene. */
export function describeGpuMemory(chip: ChipName, wave: WaveSize): void {
  const comparisons = comparisonsOf(chip, wave);
  describeComparisons(
    `on ${chip} in wave${wave}`,
    comparisons.filter((comparison) => !isInTenth(comparison)),
  );
  it('has a scene for every sound program', () => {
    for (const record of corpus.records(chip, wave).filter(({ id }) => !DEFECTIVE.test(id)))
      expect(comparisons.some((comparison) => comparison.record === record)).toBe(true);
  });
}

/** Whether a comparison is in the tenth selected by a hash of its names. */
export function isInTenth({ record, gpu }: Comparison): boolean {
  return Number(seedOf(`${record.id} in ${gpu.id}`)) % 10 === 0;
}

function runPlain(record: CorpusRecord, gpu: GpuScene): Memory {
  const run = { freedoms: { ...defaultFreedoms(), ...waveLimitOf(record) }, schedule: SCHEDULE };
  const { memory, sink } = collect();
  runScenario(sceneScenario(record, gpu.scene, corpus, run), sink);
  return memory;
}

function runJudged(record: CorpusRecord, gpu: GpuScene): Memory {
  const stream = new RandomStream(seedOf(`${record.id} ${gpu.id}`));
  const freedoms = pickFreedoms(stream, chipOf(record.chip as ChipName), waveLimitOf(record));
  const { memory, sink } = collect();
  const scenario = sceneScenario(record, gpu.scene, corpus, { freedoms, schedule: SCHEDULE });
  const { verdict } = runScenarioTest(scenario, { sink });
  // Warnings concern costs, which a cramped scene may well have.
  const errors = verdict.violations.filter(({ severity }) => severity === 'error');
  expect({ errors, unchecked: verdict.unchecked }, `${record.id} on ${gpu.id}`).toEqual({
    errors: [],
    unchecked: [],
  });
  return memory;
}

const SCHEDULE: SceneRun['schedule'] = { strategy: 'random', seed: '0x1' };

function waveLimitOf({ shader }: CorpusRecord): { primitivesPerWave?: number } {
  return NEEDS_UNIFORM_WAVES.includes(shader) ? { primitivesPerWave: 1 } : {};
}

/** A seed that differs from text to text. */
function seedOf(text: string): string {
  const hash = [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);
  return `0x${hash.toString(16)}`;
}

function collect(): { readonly memory: Memory; readonly sink: TransactionSink } {
  const memory = new Map<string, Int32Array>();
  return {
    memory,
    sink: (transaction) => {
      if (transaction.kind === 'memory-dumped') memory.set(transaction.object, transaction.words.slice());
    },
  };
}

/** Objects not listed did not change; nor did bytes after the listed ones. */
function compare(record: CorpusRecord, gpu: GpuScene, memory: Memory): void {
  for (const name of sceneObjects(record, corpus)) {
    const listed = gpu.memory[name];
    if (listed !== undefined && listed.flag !== 'exact') continue;
    const observed = Buffer.from(memory.get(name)!.buffer);
    const expected = Buffer.alloc(observed.length);
    Buffer.from(Uint32Array.from(gpu.scene.memory[name] ?? []).buffer).copy(expected);
    listed?.bytes.forEach((byte, at) => {
      expected[at] = listed.open[at] === 0 ? byte : observed[at];
    });
    if (expected.equals(observed)) continue;
    const wrong = expected.findIndex((byte, at) => byte !== observed[at]);
    expect(wrong, `${record.id} on ${gpu.id}: first wrong byte of ${name}`).toBe(-1);
  }
  if (gpu.lists !== undefined) compareLists(`${record.id} on ${gpu.id}`, gpu, memory);
}

/** Node numbers depend on timing; the resulting lists do not. */
function compareLists(what: string, gpu: GpuScene, memory: Memory): void {
  const nodes = memory.get('nodes')!;
  const heads = memory.get('heads')!;
  const lists: number[] = [];
  for (let y = 0; y < gpu.scene.height; y++) {
    for (let x = 0; x < gpu.scene.width; x++) {
      const entries: number[] = [];
      for (let node = heads[y * 128 + x] - 1; node >= 0; node = nodes[4 + node * 4] - 1) {
        entries.push(...nodes.subarray(5 + node * 4, 8 + node * 4));
      }
      lists.push(entries.length / 3, ...entries);
    }
  }
  expect(nodes[0], `${what}: counter`).toBe(gpu.lists!.counter);
  expect(Uint32Array.from(lists), `${what}: lists`).toEqual(gpu.lists!.words);
}
