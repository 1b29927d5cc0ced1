import { rerunForHits } from '../../../closure/rank/rank-coverage.js';
import { COVERAGE_MODEL } from '../../../coverage/index.js';
import { deriveTestSeed, readSeed } from '../../../harness/basics/seeds.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { getAimTarget } from '../../../harness/steering/aim-target.js';
import { searchForHoles } from '../../../harness/steering/hole-search.js';

const seed = readSeed('0x1');
const suite = 'nightly';
const sequences = ['plain_draws', 'intrawave_worked_case'].map((name) => ({
  sequence: findSequence(name),
  weight: 1,
}));
const request = { seed, sequences, findKnown: () => [], corpus: openCorpus() };
const BIN = 'overlap/generation/gfx11';

describe('a search for a bin', () => {
  it('stops reproducibly at the first test that hits it', () => {
    const targets = [getAimTarget(BIN)];
    const search = () => searchForHoles({ ...request, targets, shouldStop: (tried) => tried >= 60 });
    const { holes, tried } = search();
    expect(search()).toMatchObject({ holes, tried });
    const { found } = holes[0]!;
    const { sequence, index } = found!;
    expect(found!.seed).toBe(deriveTestSeed(seed, sequence, index));
    const hits = rerunForHits({ suite, sequence, seed: found!.seed, overrides: NO_OVERRIDES }, openCorpus());
    expect(hits[getAimTarget(BIN).bin]).toBeGreaterThan(0);
  });

  it('reports its steps and the number of tests tried if it finds no test', () => {
    const target = getAimTarget('waiters/state x delay/asleep x 1024+');
    const shouldStop = (tests: number): boolean => tests >= 3;
    const { holes, tried, goals } = searchForHoles({ ...request, targets: [target], shouldStop });
    expect([holes[0]!.found, tried]).toEqual([undefined, 3]);
    expect(goals.map(({ name }) => name)).toEqual(target.goals.map(({ name }) => name));
  });
});

describe('the target of a search', () => {
  it('has a step for each coordinate of a cross bin, and one for its neighbours along each coverpoint', () => {
    const { bin, goals } = getAimTarget('waiters/state x delay/asleep x 1024+');
    const { compiled, offset } = COVERAGE_MODEL.groups.find((group) => group.covergroup.name === 'waiters')!;
    const getBinName = (index: number): string => compiled.bins[index - offset]!.name;
    expect(getBinName(bin)).toBe('asleep x 1024+');
    expect(goals.map(({ bins }) => bins.map(getBinName))).toEqual([
      ['asleep'],
      ['polls without sleep x 1024+', 'awake again x 1024+'],
      ['1024+'],
      ['asleep x 64-1023'],
    ]);
    expect(goals.map(({ name }) => name)).toEqual([
      'state = asleep',
      'state = polls without sleep or awake again, with the other values as in the target',
      'delay = 1024+',
      'delay = 64-1023, with the other values as in the target',
    ]);
  });

  it('cannot be an uncounted or nonexistent bin', () => {
    expect(() => getAimTarget('waiters/state x delay/asleep x 1024')).toThrow('Unknown bin');
    const { group, item, bin } = findUncountedBin();
    expect(() => getAimTarget(`${group}/${item}/${bin}`)).toThrow(
      /^Cannot target ".*": (the bin is excluded from the score|hitting the bin is a failure): /,
    );
  });
});

/** Finds a bin that does not count towards the score. */
function findUncountedBin(): { group: string; item: string; bin: string } {
  for (const { compiled } of COVERAGE_MODEL.groups)
    for (const item of compiled.items)
      for (const { name, kind } of compiled.bins.slice(item.first, item.first + item.count))
        if (kind !== 'count') return { group: compiled.definition.name, item: item.name, bin: name };
  throw new Error('expected an uncounted bin, found none');
}
