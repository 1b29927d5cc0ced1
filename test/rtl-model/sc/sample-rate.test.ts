import { describe, expect, it } from 'vitest';
import { CHIPS, type ChipName } from '../../../arch/index.js';
import { createScoreboards } from '../../../checkers/index.js';
import { openCorpus } from '../../../regression/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { sceneScenario } from '../../../stimulus/index.js';
import { defaultFreedoms } from '../../../transactions/index.js';
import { type GpuScene, readGpuScenes } from '../../support/gpu-scenes.js';

const SHADERS = ['sample_id_rmw', 'sample_mask_rate', 'sample_pos_image', 'or_bits_sample'];
const corpus = openCorpus();

/** One chip a generation. */
const chips: readonly ChipName[] = ['vega10', 'navi10', 'navi21', 'navi31'];

describe.each(chips)('shading by sample on %s', (chip) => {
  const records = corpus.records(chip, CHIPS[chip].waveSizes[0]);

  it.each(SHADERS)('leaves the memory that the GPU left, in scenes of 1, 4 and 8 samples: %s', (shader) => {
    const compared = new Set<number>();
    for (const record of records.filter((r) => r.shader === shader && r.epilog === undefined)) {
      for (const gpu of readGpuScenes(shader)) {
        if (!record.variants.some(({ samples }) => samples === gpu.scene.samples)) continue;
        compare(record, gpu);
        compared.add(gpu.scene.samples);
      }
    }
    expect(compared).toEqual(new Set([1, 4, 8]));
  });
});

function compare(record: Parameters<typeof sceneScenario>[0], gpu: GpuScene): void {
  const run = { freedoms: defaultFreedoms(), schedule: { strategy: 'random', seed: '0x5' } as const };
  const scenario = sceneScenario(record, gpu.scene, corpus, run);
  const scoreboards = createScoreboards(scenario);
  const memory = new Map<string, Int32Array>();
  runScenario(scenario, (transaction) => {
    scoreboards.observe(transaction);
    if (transaction.kind === 'memory-dumped') memory.set(transaction.object, transaction.words.slice());
  });
  const { violations, unchecked } = scoreboards.finish();
  expect({ violations, unchecked }, `${record.id} on ${gpu.id}`).toEqual({ violations: [], unchecked: [] });
  for (const [name, { flag, bytes, open }] of Object.entries(gpu.memory)) {
    if (flag !== 'exact') continue;
    const observed = new Uint8Array(memory.get(name)!.buffer);
    const wrong = bytes.findIndex((byte, at) => byte !== observed[at] && open[at] === 0);
    expect(wrong, `${record.id} on ${gpu.id}: first wrong byte of ${name}`).toBe(-1);
  }
}
