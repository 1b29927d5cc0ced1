import { describe, expect, it } from 'vitest';
import { CHIPS, type ChipName } from '../../arch/index.js';
import { openCorpus } from '../../regression/index.js';
import { runScenario } from '../../rtl-model/index.js';
import { type CorpusRecord, sceneScenario } from '../../stimulus/index.js';
import { defaultFreedoms } from '../../transactions/index.js';
import { type GpuScene, readGpuScenes } from '../support/gpu-scenes.js';

const SHADERS = [
  'rmw_buffer',
  'rmw_image',
  'or_bits',
  'coherent_buffer',
  'discard_before',
  'discard_after',
  'ordered_log',
  'llist_append',
];

const corpus = openCorpus();

describe.each(Object.keys(CHIPS) as ChipName[])('final memory of real programs on %s', (chip) => {
  const records = CHIPS[chip].waveSizes.flatMap((wave) => corpus.records(chip, wave));
  it.each(SHADERS)('is what the GPU computed: %s', (shader) => {
    const scenes = readGpuScenes(shader).filter(({ scene }) => scene.samples === 1);
    expect(scenes.length).toBeGreaterThan(0);
    for (const record of records.filter((r) => r.shader === shader && r.epilog === undefined)) {
      for (const scene of scenes) compare(record, scene);
    }
  });
});

function compare(record: CorpusRecord, gpu: GpuScene): void {
  const run = { freedoms: defaultFreedoms(), schedule: { strategy: 'random', seed: '0x1' } as const };
  const memory = new Map<string, Int32Array>();
  runScenario(sceneScenario(record, gpu.scene, corpus, run), (transaction) => {
    if (transaction.kind === 'memory-dumped') memory.set(transaction.object, transaction.words.slice());
  });
  for (const [name, { flag, bytes, open }] of Object.entries(gpu.memory)) {
    if (flag !== 'exact') continue;
    const observed = new Uint8Array(memory.get(name)!.buffer);
    const wrong = bytes.findIndex((byte, at) => byte !== observed[at] && open[at] === 0);
    expect(wrong, `${record.id} on ${gpu.id}: first wrong byte of ${name}`).toBe(-1);
    expect(observed.subarray(bytes.length).some((byte) => byte !== 0)).toBe(false);
  }
  if (gpu.lists !== undefined) compareLists(record.id, gpu, memory);
}

/** Node numbers depend on timing; the lists that they make do not. */
function compareLists(id: string, gpu: GpuScene, memory: ReadonlyMap<string, Int32Array>): void {
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
  expect(nodes[0], `${id} on ${gpu.id}: counter`).toBe(gpu.lists!.counter);
  expect(Uint32Array.from(lists), `${id} on ${gpu.id}: lists`).toEqual(gpu.lists!.words);
}
