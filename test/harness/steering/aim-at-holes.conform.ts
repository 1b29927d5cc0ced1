import { rerunForHits } from '../../../closure/rank/rank-coverage.js';
import { deriveTestSeed, readSeed } from '../../../harness/basics/seeds.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { listBinNames } from '../../../harness/records/bin-index.js';
import type { PlannedTest } from '../../../harness/selection/plan.js';
import { findSequence, NO_OVERRIDES, type WeightedSequence } from '../../../harness/selection/selection.js';
import { getAimTarget } from '../../../harness/steering/aim-target.js';
import { searchForHoles } from '../../../harness/steering/hole-search.js';
import type { Sequence } from '../../../stimulus/index.js';

const suite = 'nightly';
const corpus = openCorpus();
const sequences = ['plain_draws', 'intrawave_worked_case'].map((name) => ({
  sequence: findSequence(name),
  weight: 1,
}));
const request = { seed: readSeed('0x1'), sequences, corpus, findKnown: () => [] };
const FIRST_BIN = 'overlap/generation/gfx11';
/** Bins that no test from these sequences hits. */
const UNREACHED = ['waiters/state x delay/asleep x 1024+', 'waiters/state x delay/awake again x 1024+'];

const countHits = ({ sequence, seed }: PlannedTest): Float64Array =>
  rerunForHits({ suite, sequence, seed, overrides: NO_OVERRIDES }, corpus);

describe('a search for several bins', () => {
  it('counts each test towards every bin, and is reproducible', () => {
    const reported: [PlannedTest, number][] = [];
    const search = (bins: readonly string[]) =>
      searchForHoles({
        ...request,
        targets: bins.map((bin) => getAimTarget(bin)),
        onHit: (test, hit) => reported.push([test, hit]),
        shouldStop: (tried) => tried >= 60,
      });
    const [firstHole] = search([FIRST_BIN]).holes;
    const hits = countHits(firstHole!.found!);
    expect(hits[getAimTarget(FIRST_BIN).bin]).toBeGreaterThan(0);
    const other = listBinNames().find((bin, index) => bin.startsWith('placement/') && hits[index]! > 0)!;
    const both = search([FIRST_BIN, other]).holes;
    expect(both).toMatchObject([firstHole!, { tried: 0, found: firstHole!.found }]);
    expect(reported).toEqual([
      [firstHole!.found, 1],
      [firstHole!.found, 2],
    ]);
  });

  it('doubles the number of tests per bin each round', () => {
    const targets = UNREACHED.map((bin) => getAimTarget(bin));
    const { holes, tried, failed } = searchForHoles({
      ...request,
      targets,
      shouldStop: (tests) => tests >= 84,
    });
    expect([holes.map((hole) => hole.tried), tried, failed]).toEqual([[60, 24], 84, []]);
    expect(holes.map(({ missing }) => missing.length > 0)).toEqual([true, true]);
  });

  it('stops immediately when no bins are requested', () => {
    expect(searchForHoles({ ...request, targets: [], shouldStop: () => false })).toMatchObject({ tried: 0 });
  });
});

describe('the searches for several bins', () => {
  it('share their tests: none runs twice, and each search first learns from those of the others', () => {
    const [{ sequence }] = sequences as [WeightedSequence];
    const seeds: string[] = [];
    const recorded: Sequence = {
      ...sequence,
      generate: (draw) => {
        seeds.push(draw.seed);
        return sequence.generate(draw);
      },
    };
    const first = { sequence: sequence.name, index: 0, seed: deriveTestSeed(request.seed, sequence.name, 0) };
    const { goals } = searchForHoles({
      ...request,
      sequences: [{ sequence: recorded, weight: 1 }],
      targets: UNREACHED.map((bin) => getAimTarget(bin)),
      findKnown: () => (seeds.length === 0 ? [] : [first]),
      shouldStop: (tried) => tried >= 25,
    });
    expect(seeds[0]).toBe(first.seed);
    expect(new Set(seeds).size).toBe(seeds.length);
    // The second search tried one test itself.
    expect(Math.max(...goals.map(({ tests }) => tests))).toBeGreaterThan(1);
  });
});
