import { createCollector, getBinRows, summariseCoverage } from '../../coverage/index.js';
import { runScenarioTest } from '../../harness/one-test/run-test.js';
import type { Scenario } from '../../transactions/index.js';
import { drawTest } from '../support/drawn-test.js';

/** A test that passes with or without F08, which has no effect on it. */
const soundTest = drawTest('rmw_buffer', '0x0000000000000001');

/** Runs a test, expects it to have no findings, and returns its coverage. */
function measureCoverage(scenario: Scenario) {
  const collector = createCollector('run');
  const { finding } = runScenarioTest(scenario, { cover: { collector, id: 'test', position: 0 } });
  expect(finding).toBeUndefined();
  return collector.snapshot();
}

it('counts the coverage of a sound test', () => {
  expect(summariseCoverage(measureCoverage(soundTest)).tests).toEqual({ passed: 1, failed: 0 });
});

describe('coverage of a deliberately broken test', () => {
  it.each([
    ['an undetected fault', { ...soundTest, faults: ['F08'] }],
    ['a rule that fired as expected', makeMisprogrammedTest()],
  ] as const)('is counted separately from the coverage of passing tests: %s', (_, scenario) => {
    const broken = measureCoverage(scenario);
    expect(summariseCoverage(broken).tests).toEqual({ passed: 0, failed: 1 });
    expect(summariseCoverage(broken).hit).toBe(0);
    expect(getBinRows(broken).some(({ failed }) => failed.hits > 0)).toBe(true);
  });
});

/** The sound test with in-order return of memory accesses turned off, which CFG-20 must report. */
function makeMisprogrammedTest(): Scenario {
  const draws = soundTest.draws.map((draw) => ({
    ...draw,
    registers: {
      ...draw.registers,
      SPI_SHADER_PGM_RSRC1_PS: draw.registers.SPI_SHADER_PGM_RSRC1_PS! & ~(1 << 25),
    },
  }));
  return { ...soundTest, draws, expects: ['CFG-20'] };
}
