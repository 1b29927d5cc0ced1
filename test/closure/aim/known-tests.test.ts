import { describe, expect, it } from 'vitest';
import { findKnownTests } from '../../../closure/aim/coverage-aim.js';
import { type CoverageData, createCollector, getBinRows } from '../../../coverage/index.js';
import { deriveTestSeed, readSeed } from '../../../harness/basics/seeds.js';
import { generateTest, runScenarioTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';

const seed = deriveTestSeed(readSeed('0x5eed'), 'primitive_kinds', 0);
const sequence = findSequence('primitive_kinds');
const scenario = generateTest({ sequence, seed, overrides: NO_OVERRIDES, corpus: openCorpus() });

/** Returns the coverage of one test in a run with the given name. */
function collectCoverage(run: string): CoverageData {
  const collector = createCollector(run);
  runScenarioTest(scenario, { cover: { collector, id: 'primitive_kinds.0@0x5eed', position: 0 } });
  return collector.snapshot();
}

function findKnownSeeds(run: string, name = 'primitive_kinds'): readonly string[] {
  const data = collectCoverage(run);
  const bins = [...getBinRows(data).entries()]
    .filter(([, { passed }]) => passed.tests > 0)
    .map(([index]) => index);
  const target = { bin: 0, goals: [{ name: 'near', isComponentBin: false, bins }] };
  return findKnownTests(target, [{ sequence: findSequence(name), weight: 1 }], data).map((test) => test.seed);
}

describe('past tests that seed a search', () => {
  it("come from the search's sequences, regardless of the suite", () => {
    for (const suite of ['smoke', 'nightly', 'soak'])
      expect([suite, findKnownSeeds(`${suite}@0x5eed * list`)]).toEqual([suite, [seed]]);
    expect(findKnownSeeds('smoke@0x5eed *', 'rmw_buffer')).toEqual([]);
  });

  it('do not include tests with fixed knobs, chips or faults', () => {
    for (const setting of ['navi21', 'F46', 'idWrap=15'])
      expect(findKnownSeeds(`nightly@0x5eed * ${setting}`)).toEqual([]);
  });
});
