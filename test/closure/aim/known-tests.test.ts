import { describe, expect, it } from 'vitest';
import { readSeed, testSeed } from '../../../base/basics/seeds.js';
import { knownTests } from '../../../closure/aim/known-tests.js';
import { binRows, type CoverageData, createCollector } from '../../../coverage/index.js';
import { generateTest, runScenarioTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';

const seed = testSeed(readSeed('0x5eed'), 'primitive_kinds', 0);
const sequence = findSequence('primitive_kinds');
const scenario = generateTest({ sequence, seed, overrides: NO_OVERRIDES, corpus: openCorpus() });

/** Coverage of one test, by its run's name. */
function coverageOf(run: string): CoverageData {
  const collector = createCollector(run);
  runScenarioTest(scenario, { cover: { collector, id: 'primitive_kinds.0@0x5eed', position: 0 } });
  return collector.snapshot();
}

function knownIn(run: string, name = 'primitive_kinds'): readonly string[] {
  const data = coverageOf(run);
  const bins = [...binRows(data).entries()].filter(([, { passed }]) => passed.tests > 0).map(([at]) => at);
  const target = { bin: 0, goals: [{ name: 'near', part: false, bins }] };
  return knownTests(target, [{ sequence: findSequence(name), weight: 1 }], data).map((test) => test.seed);
}

describe('tests of past runs with which a search starts', () => {
  it('are those of its sequences, whichever suite drew them', () => {
    for (const suite of ['smoke', 'nightly', 'soak'])
      expect([suite, knownIn(`${suite}@0x5eed * list`)]).toEqual([suite, [seed]]);
    expect(knownIn('smoke@0x5eed *', 'rmw_buffer')).toEqual([]);
  });

  it('had no knob, chip or fault fixed', () => {
    for (const fixed of ['navi21', 'F46', 'idWrap=15'])
      expect(knownIn(`nightly@0x5eed * ${fixed}`)).toEqual([]);
  });
});
