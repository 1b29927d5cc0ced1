import type { ChipName, WaveSize } from '../../../arch/index.js';
import { createScoreboards } from '../../../checkers/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { runScenario } from '../../../rtl-model/index.js';
import { createSceneScenario } from '../../../stimulus/index.js';
import { defaultKnobs } from '../../../transactions/index.js';
import { readGpuScenes } from '../../support/gpu-scenes.js';
import { excludeMissingBitRules } from '../../support/missing-bits.js';

const corpus = openCorpus();

/** Runs a shader on its four-sample scene with modified draw registers. */
function run(
  shader: string,
  chip: ChipName,
  wave: WaveSize,
  getChanges: (control: number) => Record<string, number>,
): { readonly rules: string[]; readonly overlapCount: number; readonly waves: number } {
  const record = corpus
    .records(chip, wave)
    .find((r) => r.shader === shader && r.epilog === undefined && r.variants.some((v) => v.samples === 4))!;
  const { scene } = readGpuScenes(shader).findLast((gpu) => gpu.scene.samples === 4)!;
  const freedoms = { ...defaultKnobs(), waveSlots: 256 };
  const scenario = createSceneScenario(record, scene, corpus, {
    freedoms,
    schedule: { strategy: 'random', seed: '0x3' },
  });
  const draws = scenario.draws.map((draw) => ({
    ...draw,
    registers: { ...draw.registers, ...getChanges(draw.registers.DB_SHADER_CONTROL) },
  }));
  const modifiedScenario = { ...scenario, draws };
  const scoreboards = createScoreboards(modifiedScenario);
  let overlapCount = 0;
  const { waves } = runScenario(modifiedScenario, (t) => {
    scoreboards.observe(t);
    if (t.kind === 'overlap') overlapCount++;
  });
  return {
    rules: excludeMissingBitRules(Object.keys(scoreboards.finish().fired ?? {})),
    overlapCount,
    waves,
  };
}

const noChanges = (): Record<string, number> => ({});
const withRate = (log2: number) => (control: number) => ({ DB_SHADER_CONTROL: control | (log2 << 20) });

it('misses overlaps if a pixel interlock is tracked by sample (S-116, F29)', () => {
  expect(run('rmw_buffer', 'navi21', 32, noChanges).rules).toEqual([]);
  expect(run('rmw_buffer', 'navi21', 32, withRate(2)).rules).toContain('ORD-01');
});

it('merely adds serialisation if a sample interlock is tracked by pixel (S-117, S-122, F30)', () => {
  const bySample = run('or_bits_sample', 'navi21', 32, noChanges);
  const byPixel = run('or_bits_sample', 'navi21', 32, (control) => ({
    DB_SHADER_CONTROL: control & ~(7 << 20),
  }));
  expect([bySample.rules, byPixel.rules]).toEqual([[], ['PERF-02']]);
  expect(byPixel.waves).toBeGreaterThanOrEqual(bySample.waves);
});

it('enforces no order if ordering is disabled for the chip (pops.md 7, DISABLE_POPS, F178)', () => {
  const disabled = run('rmw_buffer', 'navi21', 32, () => ({ DB_DFSM_CONFIG: 1 << 2 }));
  expect(disabled.overlapCount).toBe(0);
  expect(disabled.rules).toEqual(expect.arrayContaining(['CFG-15', 'ORD-01', 'ORD-04']));
});

it('misses overlaps on GFX11 when there are fewer depth samples than exposed samples (S-128, F33)', () => {
  const depthSamples = (log2: number) => () => ({ DB_Z_INFO: log2 << 2 });
  expect(run('sample_id_rmw', 'navi31', 32, depthSamples(2)).rules).toEqual([]);
  expect(run('sample_id_rmw', 'navi31', 32, depthSamples(0)).rules).toContain('ORD-01');
});

it('tracks individual samples on GFX11 if no register sets a rate (S-124, F34)', () => {
  const withoutOverride = (control: number) => ({ DB_SHADER_CONTROL: (control & ~(1 << 25)) >>> 0 });
  expect(run('rmw_buffer', 'navi31', 32, noChanges).rules).toEqual([]);
  expect(run('rmw_buffer', 'navi31', 32, withoutOverride).rules).toContain('ORD-01');
});
