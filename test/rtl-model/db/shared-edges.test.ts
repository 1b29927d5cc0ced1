import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { runScenario } from '../../../rtl-model/index.js';
import { createSceneScenario, packRegisters, type SceneFile } from '../../../stimulus/index.js';
import { defaultKnobs } from '../../../transactions/index.js';

const corpus = openCorpus();

/** 16 pixels in scene units. */
const SIDE = 16 * 256;

/** Triangles that share edges but no samples: a fan from one corner that covers the whole screen. */
const FAN: SceneFile['primitives'] = Array.from({ length: 16 }, (_, k) => {
  const getOuterCorner = (step: number): [number, number] => [
    Math.min(SIDE, (32 - step) * (SIDE / 16)),
    Math.min(SIDE, step * (SIDE / 16)),
  ];
  return [0, 0, ...getOuterCorner(2 * k), ...getOuterCorner(2 * k + 2)];
});

/**
 * Draws the fan with four samples on vega20, and returns the number of overlapping waves and the cycle of the last
 * transaction.
 */
function measureFan(overlapSamplesLog2: number): { readonly overlaps: number; readonly cycles: number } {
  const record = corpus.records('vega20', 64).find(({ shader }) => shader === 'or_bits')!;
  const scene: SceneFile = {
    width: 16,
    height: 16,
    samples: 4,
    primitives: FAN,
    attributes: FAN.map((_, vPrim) => ({ vPrim })),
    pushConstants: { k: 0, primBase: 0, width: 16, flags: 0, alpha: 0, count: 16, addr: [0, 0] },
    memory: {},
  };
  const run = { freedoms: defaultKnobs(), schedule: { strategy: 'random', seed: '0x7' } as const };
  const scenario = createSceneScenario(record, scene, corpus, run);
  const fields = { 'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES': overlapSamplesLog2 };
  const draws = scenario.draws.map((draw) => ({
    ...draw,
    registers: packRegisters('gfx9', fields, draw.registers),
  }));
  let overlaps = 0;
  let cycles = 0;
  runScenario({ ...scenario, draws }, (t) => {
    cycles = t.cycle;
    if (t.kind === 'wave-formed' && t.didOverlap) overlaps++;
  });
  return { overlaps, cycles };
}

it('multisampled shared edges overlap under a pixel interlock but not a sample interlock (S-122)', () => {
  const [byPixel, bySample] = [measureFan(0), measureFan(2)];
  expect(bySample.overlaps).toBe(0);
  expect(byPixel.overlaps).toBeGreaterThan(4);
  expect(byPixel.cycles / bySample.cycles).toBeGreaterThan(1.5);
});
