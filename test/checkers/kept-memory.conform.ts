import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createScoreboards } from '../../checkers/index.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { runScenario } from '../../rtl-model/index.js';
import { SEQUENCES } from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import { programScene } from '../rtl-model/support/run-program.js';

/** Memory is first measured when this wave is formed, long after the first waves have been dropped. */
const FIRST_MEASURED = 1_500;
/** The number of waves; memory is measured again when the last one is formed. */
const LAST_MEASURED = 6_000;
const KEPT_WAVES = 64;

/** The growth in bytes allowed for other objects: a fifth of what the records of these waves would take. */
const NOISE_BYTES = 400 * (LAST_MEASURED - FIRST_MEASURED);

/** Programs without a section, in which no wave ever finishes an entry wait. */
const PROGRAMS = [
  ['navi21', 's_endpgm'],
  ['navi31', 'v_mov_b32 v1, 0\nexp mrt0 v1, off, off, off done\ns_endpgm'],
] as const;

function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let round = 0; round < 3; round++) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * How many bytes the rules' state grows by between the formation of wave `firstMeasured` and that of the last
 * wave.
 */
function growth(long: Scenario, firstMeasured: number, waves: number): number {
  const scoreboards = createScoreboards(long, { keptWaves: KEPT_WAVES });
  const bytesAt = new Map<number, number>();
  runScenario(long, (t) => {
    scoreboards.observe(t);
    if (t.kind === 'wave-formed' && (t.wave === firstMeasured || t.wave === waves - 1))
      bytesAt.set(t.wave, heldBytes());
  });
  return bytesAt.get(waves - 1)! - bytesAt.get(firstMeasured)!;
}

it.each(PROGRAMS)(
  'the rules on %s retain no memory for departed waves without a section',
  (chip, program) => {
    const scene = programScene(program, { chip });
    const [draw] = scene.draws;
    const vertices = Array.from({ length: LAST_MEASURED }, () => draw!.vertices).flat();
    const depths = Array.from({ length: LAST_MEASURED }, () => 0);
    const long = { ...scene, draws: [{ ...draw!, vertices, depths }] };
    expect(growth(long, FIRST_MEASURED, LAST_MEASURED)).toBeLessThan(NOISE_BYTES);
  },
);

it('the rules retain no memory for late depth tests of departed waves', () => {
  // Measured late enough for the engine to have compiled everything, since compiled code counts as memory.
  const [rounds, firstMeasured, waves] = [45, 5000, 8000];
  const exporting = SEQUENCES.find(({ name }) => name === 'depth_export')!;
  const corpus = openCorpus();
  const short = exporting.generate({ seed: '0x12', chips: ['navi12'], corpus, knobs: {}, faults: [] });
  const repeated = (values: readonly number[]) => Array.from({ length: rounds }, () => values).flat();
  const draws = short.draws.map((draw) => ({
    ...draw,
    vertices: repeated(draw.vertices),
    depths: repeated(draw.depths),
    parameters: repeated(draw.parameters),
  }));
  expect(short.depthBuffer).toBeDefined();
  expect(growth({ ...short, draws }, firstMeasured, waves)).toBeLessThan(300 * (waves - firstMeasured));
});
