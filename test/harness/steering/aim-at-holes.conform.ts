import { describe, expect, it } from 'vitest';
import { rerunForHits } from '../../../closure/rank/rank-coverage.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { listBinNames } from '../../../harness/records/bin-index.js';
import type { PlannedTest } from '../../../harness/selection/plan.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { aimAtHoles } from '../../../harness/steering/aim.js';
import { AimSearch } from '../../../harness/steering/aim-search.js';
import { getAimTarget } from '../../../harness/steering/aim-target.js';

const suite = 'nightly';
const corpus = openCorpus();
const sequences = ['plain_draws', 'intrawave_worked_case'].map((name) => ({
  sequence: findSequence(name),
  weight: 1,
}));
const source = { seed: readSeed('0x1'), sequences, corpus };
const request = { ...source, findKnown: () => [] };
const FIRST_BIN = 'overlap/generation/gfx11';
/** Bins that no test from these sequences hits. */
const UNREACHED = ['waiters/state x delay/asleep x 1024+', 'waiters/state x delay/awake again x 1024+'];

const countHits = ({ sequence, seed }: PlannedTest): Float64Array =>
  rerunForHits({ suite, sequence, seed, overrides: NO_OVERRIDES }, corpus);

describe('a search for several bins', () => {
  it('counts each test towards every bin, and is reproducible', () => {
    const reported: [PlannedTest, number][] = [];
    const search = (bins: readonly string[]) =>
      aimAtHoles({
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
    const { holes, tried, failed } = aimAtHoles({ ...request, targets, shouldStop: (tests) => tests >= 84 });
    expect([holes.map((hole) => hole.tried), tried, failed]).toEqual([[60, 24], 84, []]);
    expect(holes.map(({ steps, goals }) => goals < steps)).toEqual([true, true]);
  });

  it('stops immediately when no bins are requested', () => {
    expect(aimAtHoles({ ...request, targets: [], shouldStop: () => false })).toMatchObject({ tried: 0 });
  });
});

describe('searches that share their tests', () => {
  const createSearch = (drawCounts: Map<string, number>) =>
    new AimSearch(getAimTarget(UNREACHED[0]!), source, drawCounts);

  it('never draw the same test twice', () => {
    const drawCounts = new Map<string, number>();
    const seeds = [createSearch(drawCounts), createSearch(drawCounts)].map(
      (search) => search.tryOne().test.seed,
    );
    expect(new Set(seeds).size).toBe(2);
    expect(createSearch(new Map()).tryOne().test.seed).toBe(seeds[0]);
  });

  it("learn from each other's tests", () => {
    const test = createSearch(new Map()).tryOne();
    const search = createSearch(new Map());
    search.learn({ ...test, hits: test.hits });
    const all = { ...test, hits: new Uint8Array(test.hits.length).fill(1) };
    search.learn(all);
    expect(search.listGoals().map(({ tests }) => tests > 0)).toEqual(search.listGoals().map(() => true));
  });
});
