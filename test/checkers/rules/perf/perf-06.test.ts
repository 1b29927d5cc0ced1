import type { Scenario, Verdict } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

/** The words of `s_sleep 0xffff` and `s_nop 0`. */
const [SLEEP, NOP] = [0xbf8effff, 0xbf800000];

/** Checks a wave whose poll succeeds in cycle 30. If `pollsTwice` is set, an earlier poll fails in cycle 10. */
function checkPoller(scenario: Scenario, pollsTwice = true): Verdict {
  const stream = new Stream(scenario).form([{ x: 0, y: 0, primitive: 0 }]);
  stream.form([{ x: 0, y: 0, primitive: 1 }], { didOverlap: true, newest: 0 });
  if (pollsTwice) stream.poll(1, 0, 10);
  return stream.runSection(0).countExit(0, 1).showId(1).poll(1, 1, 30).judge();
}

function createSleeplessScene(): Scenario {
  const scenario = scene();
  const programs = scenario.programs.map((program) => ({
    ...program,
    words: program.words.map((word) => (word === SLEEP ? NOP : word)),
  }));
  return { ...scenario, programs };
}

test('does not check a wave admitted by its first poll', () => {
  const verdict = checkPoller(createSleeplessScene(), false);
  expect(verdict.fired).not.toHaveProperty('PERF-06');
  expect(verdict.armed['PERF-06']).toBe(0);
});

test('warns about a busy-waiting poll loop, and reports the cycles', () => {
  const violation = checkPoller(createSleeplessScene()).violations.find(({ rule }) => rule === 'PERF-06');
  expect(violation?.observed).toBe('1 of 1 wave polled without sleeping, for 20 cycles in total.');
});

test('does not fire for a loop that sleeps, with or without a time limit', () => {
  // GFX10.3 waves sleep until they are woken; GFX9 waves sleep for a fixed time.
  for (const chip of ['navi21', 'vega10'] as const) {
    const verdict = checkPoller(scene({ chip }));
    expect(verdict.fired).not.toHaveProperty('PERF-06');
    expect(verdict.armed['PERF-06']).toBe(1);
  }
});
