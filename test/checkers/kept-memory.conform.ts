import { createScoreboards } from '../../checkers/index.js';
import { runScenario } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';
import { buildScene } from '../rtl-model/support/run-program.js';
import { drawScenario } from '../support/drawn-scenario.js';
import { measureLiveBytes } from '../support/live-bytes.js';

/** Memory is first measured when this wave forms, long after the first waves were dropped. */
const FIRST_MEASURED = 1_000;
/** The number of waves. Memory is measured again when the last one forms. */
const WAVE_COUNT = 4_000;
const KEPT_WAVES = 64;

/** Allowed growth from other objects, in bytes: a fifth of the size of the wave records. */
const NOISE_BYTES = 400 * (WAVE_COUNT - FIRST_MEASURED);

/** Programs without a section, whose waves never finish an entry wait. */
const PROGRAMS = [
  ['navi21', 's_endpgm'],
  ['navi31', 'v_mov_b32 v1, 0\nexp mrt0 v1, off, off, off done\ns_endpgm'],
] as const;

/** Returns the growth of the rules' state, in bytes, between the formation of wave `firstMeasured` and the last. */
function measureGrowth(longScenario: Scenario, firstMeasured: number, waves: number): number {
  const scoreboards = createScoreboards(longScenario, { keptWaves: KEPT_WAVES });
  const bytesAt = new Map<number, number>();
  runScenario(longScenario, (t) => {
    scoreboards.observe(t);
    if (t.kind === 'wave-formed' && (t.wave === firstMeasured || t.wave === waves - 1))
      bytesAt.set(t.wave, measureLiveBytes());
  });
  return bytesAt.get(waves - 1)! - bytesAt.get(firstMeasured)!;
}

it.each(PROGRAMS)(
  'the rules on %s retain no memory for finished waves that had no section',
  (chip, program) => {
    const shortScenario = buildScene(program, { chip });
    const [draw] = shortScenario.draws;
    const vertices = Array.from({ length: WAVE_COUNT }, () => draw!.vertices).flat();
    const depths = Array.from({ length: WAVE_COUNT }, () => 0);
    const longScenario = { ...shortScenario, draws: [{ ...draw!, vertices, depths }] };
    expect(measureGrowth(longScenario, FIRST_MEASURED, WAVE_COUNT)).toBeLessThan(NOISE_BYTES);
  },
);

it('the rules retain no memory for the late depth tests of finished waves', () => {
  // Compiled code shows up in the heap, so warm up the JIT before the first measurement.
  const [rounds, firstMeasured, waves] = [45, 5000, 8000];
  const shortScenario = drawScenario('depth_export', '0x12', { chips: ['navi12'] });
  const repeatValues = (values: readonly number[]) => Array.from({ length: rounds }, () => values).flat();
  const draws = shortScenario.draws.map((draw) => ({
    ...draw,
    vertices: repeatValues(draw.vertices),
    depths: repeatValues(draw.depths),
    parameters: repeatValues(draw.parameters),
  }));
  expect(shortScenario.depthBuffer).toBeDefined();
  expect(measureGrowth({ ...shortScenario, draws }, firstMeasured, waves)).toBeLessThan(
    300 * (waves - firstMeasured),
  );
});
