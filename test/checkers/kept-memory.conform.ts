import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createScoreboards } from '../../checkers/index.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { runScenario } from '../../rtl-model/index.js';
import { SEQUENCES } from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import { programScene } from '../rtl-model/support/run-program.js';

/** The first wave at whose formation memory is measured; far more waves than are kept have been formed by then. */
const EARLY = 1_500;
/** The last wave at whose formation memory is measured. */
const LATE = 6_000;
const KEPT = 64;

/** The growth in bytes that other objects may cause: a fifth of what the records of these waves would take. */
const NOISE_BYTES = 400 * (LATE - EARLY);

/** Programs without a section, so no wave ever finishes an entry wait. */
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

/** By how many bytes the rules' state grows from the formation of wave `early` to that of the last wave. */
function growth(long: Scenario, early: number, waves: number): number {
  const scoreboards = createScoreboards(long, { keptWaves: KEPT });
  const bytesAt = new Map<number, number>();
  runScenario(long, (t) => {
    scoreboards.observe(t);
    if (t.kind === 'wave-formed' && (t.wave === early || t.wave === waves - 1))
      bytesAt.set(t.wave, heldBytes());
  });
  return bytesAt.get(waves - 1)! - bytesAt.get(early)!;
}

it.each(PROGRAMS)(
  'the rules on %s keep nothing about departed waves that had no section',
  (chip, program) => {
    const scene = programScene(program, { chip });
    const [draw] = scene.draws;
    const vertices = Array.from({ length: LATE }, () => draw!.vertices).flat();
    const depths = Array.from({ length: LATE }, () => 0);
    const long = { ...scene, draws: [{ ...draw!, vertices, depths }] };
    expect(growth(long, EARLY, LATE)).toBeLessThan(NOISE_BYTES);
  },
);

it('the rules keep nothing about the late depth tests of departed waves', () => {
  // Late enough for the engine to have compiled everything, since its code counts as memory.
  const [rounds, early, waves] = [45, 5000, 8000];
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
  expect(growth({ ...short, draws }, early, waves)).toBeLessThan(300 * (waves - early));
});
