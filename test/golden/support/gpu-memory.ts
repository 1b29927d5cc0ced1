import type { ChipName, WaveSize } from '../../../arch/index.js';
import { chipOf } from '../../../arch/index.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { runScenario } from '../../../rtl-model/index.js';
import {
  type CorpusRecord,
  createSceneScenario,
  listSceneObjects,
  pickKnobValues,
  type SceneSettings,
} from '../../../stimulus/index.js';
import { defaultKnobs, RandomStream, type TransactionSink } from '../../../transactions/index.js';
import { getCodeKey, getCodeKeys, TWINS } from '../../support/corpus-twins.js';
import { type GpuScene, readGpuScenes } from '../../support/gpu-scenes.js';

const corpus = openCorpus();

/**
 * Programs that leave their section with a store outstanding (corpus README, "What running them showed").
 */
const DEFECTIVE = /^dual_source\/navi(?:31|48)\/w\d+\/mono$/;

/**
 * Shaders that use the first lane's index for the whole wave. They match the GPU's results only if each wave holds one
 * primitive.
 */
const NEEDS_UNIFORM_WAVES = ['push_const_indexed'];

/** The final words of each memory object. */
type Memory = ReadonlyMap<string, Int32Array>;

/** A program and a scene for it. */
export interface Comparison {
  readonly record: CorpusRecord;
  readonly gpu: GpuScene;
  /**
   * Whether the program runs with random freedoms and is checked by all scoreboards. If not, it runs with the default
   * freedoms, unchecked.
   */
  readonly isChecked: boolean;
}

/**
 * Each program runs only every third unchecked scene. Together, the programs still cover each image several times.
 */
const SCENE_STRIDE = 3;

/**
 * Chips that are not another chip's twin. Each combination of chip and wave size gets its own offset so that the
 * scenes are spread evenly.
 */
const DISTINCT_CHIPS: readonly ChipName[] = ['vega10', 'navi10', 'navi21', 'navi31', 'navi48'];

/**
 * Pairs every program without known defects for a chip and wave size with some of its scenes, exactly one of which is
 * checked. If the chip's twin has a program with the same code, only the checked scene is used.
 */
export function listComparisons(chip: ChipName, wave: WaveSize): readonly Comparison[] {
  const twin = TWINS[chip];
  const offset = 2 * DISTINCT_CHIPS.indexOf(chip) + (wave === 64 ? 1 : 0);
  const twinKeys = getCodeKeys(twin === undefined ? [] : corpus.records(twin, wave));
  return corpus.records(chip, wave).flatMap((record, recordIndex) => {
    if (DEFECTIVE.test(record.id)) return [];
    const scenes = readGpuScenes(record.shader).filter(({ scene }) =>
      record.variants.some(({ samples }) => samples === scene.samples),
    );
    return scenes
      .map((gpu, index) => ({ record, gpu, isChecked: index === recordIndex % scenes.length }))
      .filter(
        ({ isChecked }, index) =>
          isChecked || ((index + offset) % SCENE_STRIDE === 0 && !twinKeys.has(getCodeKey(record))),
      );
  });
}

/** Defines a test for each shader, which checks that its programs reproduce the GPU's results. */
export function describeComparisons(title: string, comparisons: readonly Comparison[]): void {
  const shaders = [...new Set(comparisons.map(({ record }) => record.shader))];
  describe(`final memory of real programs ${title}`, () => {
    it.each(shaders)('matches the GPU: %s', (shader) => {
      for (const { record, gpu, isChecked } of comparisons) {
        if (record.shader === shader)
          expectSameMemory(record, gpu, isChecked ? runChecked(record, gpu) : runUnchecked(record, gpu));
      }
    });
  });
}

/**
 * Defines tests for every comparison for a chip and wave size, except the 10% that tier 1 runs, and checks that each
 * program without known defects has a scene.
 */
export function describeGpuMemory(chip: ChipName, wave: WaveSize): void {
  const comparisons = listComparisons(chip, wave);
  describeComparisons(
    `on ${chip} in wave${wave}`,
    comparisons.filter((comparison) => !isInSample(comparison)),
  );
  it('has a scene for every program without known defects', () => {
    for (const record of corpus.records(chip, wave).filter(({ id }) => !DEFECTIVE.test(id)))
      expect(comparisons.some((comparison) => comparison.record === record)).toBe(true);
  });
}

/** Whether a comparison is in the 10% sample selected by hashing its names. */
export function isInSample({ record, gpu }: Comparison): boolean {
  return Number(deriveSeed(`${record.id} in ${gpu.id}`)) % 10 === 0;
}

function runUnchecked(record: CorpusRecord, gpu: GpuScene): Memory {
  const run = { freedoms: { ...defaultKnobs(), ...getWaveLimit(record) }, schedule: SCHEDULE };
  const { memory, sink } = collectMemory();
  runScenario(createSceneScenario(record, gpu.scene, corpus, run), sink);
  return memory;
}

function runChecked(record: CorpusRecord, gpu: GpuScene): Memory {
  const stream = new RandomStream(deriveSeed(`${record.id} ${gpu.id}`));
  const freedoms = pickKnobValues(stream, chipOf(record.chip as ChipName), getWaveLimit(record));
  const { memory, sink } = collectMemory();
  const scenario = createSceneScenario(record, gpu.scene, corpus, { freedoms, schedule: SCHEDULE });
  const { verdict } = runScenarioTest(scenario, { sink });
  // Warnings are about performance, and small scenes may well cause some.
  const errors = verdict.violations.filter(({ severity }) => severity === 'error');
  expect({ errors, unchecked: verdict.unchecked }, `${record.id} on ${gpu.id}`).toEqual({
    errors: [],
    unchecked: [],
  });
  return memory;
}

const SCHEDULE: SceneSettings['schedule'] = { strategy: 'random', seed: '0x1' };

function getWaveLimit({ shader }: CorpusRecord): { primitivesPerWave?: number } {
  return NEEDS_UNIFORM_WAVES.includes(shader) ? { primitivesPerWave: 1 } : {};
}

/** Derives a seed from a string. */
function deriveSeed(text: string): string {
  const hash = [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);
  return `0x${hash.toString(16)}`;
}

function collectMemory(): { readonly memory: Memory; readonly sink: TransactionSink } {
  const memory = new Map<string, Int32Array>();
  return {
    memory,
    sink: (transaction) => {
      if (transaction.kind === 'memory-dumped') memory.set(transaction.object, transaction.words.slice());
    },
  };
}

/**
 * Compares memory with the GPU's. Unlisted objects, and all bytes after the listed ones, must be unchanged.
 */
function expectSameMemory(record: CorpusRecord, gpu: GpuScene, memory: Memory): void {
  for (const name of listSceneObjects(record, corpus)) {
    const listed = gpu.memory[name];
    if (listed !== undefined && listed.flag !== 'exact') continue;
    const observed = Buffer.from(memory.get(name)!.buffer);
    const expected = Buffer.alloc(observed.length);
    Buffer.from(Uint32Array.from(gpu.scene.memory[name] ?? []).buffer).copy(expected);
    listed?.bytes.forEach((byte, offset) => {
      expected[offset] = listed.ignored[offset] === 0 ? byte : observed[offset];
    });
    if (expected.equals(observed)) continue;
    const firstWrong = expected.findIndex((byte, offset) => byte !== observed[offset]);
    expect(firstWrong, `${record.id} on ${gpu.id}: first differing byte in ${name}`).toBe(-1);
  }
  if (gpu.lists !== undefined) expectSameLists(`${record.id} on ${gpu.id}`, gpu, memory);
}

/** Compares the resulting lists but not the node numbers, which depend on timing. */
function expectSameLists(label: string, gpu: GpuScene, memory: Memory): void {
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
  expect(nodes[0], `${label}: counter`).toBe(gpu.lists!.counter);
  expect(Uint32Array.from(lists), `${label}: lists`).toEqual(gpu.lists!.words);
}
