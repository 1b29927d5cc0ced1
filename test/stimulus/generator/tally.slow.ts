import fc from 'fast-check';
import { GENERATIONS, type Gfx, isAtLeast } from '../../../arch/index.js';
import { createScoreboards } from '../../../checkers/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { programs } from '../../../stimulus/index.js';
import type { ProgramDescriptor, Scenario, Verdict } from '../../../transactions/index.js';
import { createGeneratedLayers, EDGE, LAYER_COUNT } from '../../support/generated-layers.js';

type ProgramPart = 'before' | 'section' | 'after';

function createScenario(gfx: Gfx, part: ProgramPart): Scenario {
  const features = { ...programs.allFeatures(gfx), shapes: ['plain'] as const, parts: false };
  const [sampled] = fc.sample(programs.arbitrary(gfx, features), { numRuns: 1, seed: 3 });
  const { section, ...others } = sampled!;
  const update = section.steps.filter((step) => typeof step !== 'string').slice(0, 1);
  const descriptor: ProgramDescriptor = {
    ...others,
    before: part === 'before' ? ['tally'] : [],
    section: {
      ...section,
      early: false,
      pairs: 1,
      steps: part === 'section' ? ['tally', ...update] : update,
    },
    after: part === 'after' ? ['tally'] : [],
    discards: { before: 'none', inside: 'none', after: 'none', message: false },
    exit: isAtLeast(gfx, 'gfx11') ? 'done' : 'message',
  };
  const scenario = createGeneratedLayers(gfx, descriptor);
  return { ...scenario, freedoms: { ...scenario.freedoms, caches: descriptor.coherence === 'none' ? 0 : 1 } };
}

/** Runs a scenario, adding `error` to a word of its tallies. Returns the original tallies and the verdict. */
function run(scenario: Scenario, error: number): { readonly words: number[]; readonly verdict: Verdict } {
  const scoreboards = createScoreboards(scenario);
  const words: number[] = [];
  runScenario(scenario, (t) => {
    if (t.kind === 'memory-dumped' && t.object === 'tally') {
      words.push(...t.words);
      t.words[1]! += error;
    }
    scoreboards.observe(t);
  });
  return { words, verdict: scoreboards.finish() };
}

/**
 * Computes the expected tallies for even and odd columns: the sum of the primitive numbers, the largest position, and
 * the exclusive or of all positions.
 */
function computeExpectedTallies(): number[] {
  const pixels = Array.from({ length: EDGE * EDGE }, (_, i) => [i % EDGE, i >> 3] as const);
  return [0, 1, 2].flatMap((tally) =>
    [0, 1].map((parity) => {
      const positions = pixels.filter(([x]) => x % 2 === parity).map(([x, y]) => x | (y << 16));
      if (tally === 0) return (positions.length * (LAYER_COUNT * (LAYER_COUNT + 1))) / 2;
      if (tally === 1) return Math.max(...positions);
      return positions
        .flatMap((position) => new Array<number>(LAYER_COUNT).fill(position))
        .reduce((a, b) => a ^ b);
    }),
  );
}

describe.each(GENERATIONS)('tallies of generated programs on %s', (gfx) => {
  it.each(['before', 'section', 'after'] as const)('count every fragment in part %s', (part) => {
    const { words, verdict } = run(createScenario(gfx, part), 0);
    expect(words).toEqual(computeExpectedTallies());
    expect(verdict.violations.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(verdict.uncompared).toBe(0);
  });

  it('are checked even though fragments update them in an undefined order', () => {
    const { verdict } = run(createScenario(gfx, 'before'), 1);
    expect(verdict.fired).toEqual({ 'ORD-03': 1 });
  });
});
