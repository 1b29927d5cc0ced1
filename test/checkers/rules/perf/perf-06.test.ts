import { expect, test } from 'vitest';
import type { Scenario, Verdict } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

/** The words of `s_sleep 0xffff` and `s_nop 0`. */
const [SLEEP, NOP] = [0xbf8effff, 0xbf800000];

/** Judges a wave whose poll in cycle 30 succeeds, after a failed one in cycle 10 if `pollsInVain`. */
function verdictOn(scenario: Scenario, pollsInVain = true): Verdict {
  const stream = new Stream(scenario).form([{ x: 0, y: 0, primitive: 0 }]);
  stream.form([{ x: 0, y: 0, primitive: 1 }], { didOverlap: true, newest: 0 });
  if (pollsInVain) stream.poll(1, 0, 10);
  return stream.section(0).exitCounted(0, 1).visible(1).poll(1, 1, 30).judge();
}

/** A scene whose poll loop has no sleep. */
function sleepless(): Scenario {
  const scenario = scene();
  const programs = scenario.programs.map((program) => ({
    ...program,
    words: program.words.map((word) => (word === SLEEP ? NOP : word)),
  }));
  return { ...scenario, programs };
}

test('does not judge a wave admitted by its first poll', () => {
  const verdict = verdictOn(sleepless(), false);
  expect(verdict.fired).not.toHaveProperty('PERF-06');
  expect(verdict.armed['PERF-06']).toBe(0);
});

test('warns about a busy-waiting poll loop, and reports the cycles', () => {
  const found = verdictOn(sleepless()).violations.find(({ rule }) => rule === 'PERF-06');
  expect(found?.observed).toBe('1 of 1 wave polled without a sleep, for 20 cycles in total.');
});

test('is silent about a loop that sleeps, finitely or not', () => {
  // GFX10.3 sleeps until it is woken; GFX9 sleeps for a fixed time.
  for (const chip of ['navi21', 'vega10'] as const) {
    const verdict = verdictOn(scene({ chip }));
    expect(verdict.fired).not.toHaveProperty('PERF-06');
    expect(verdict.armed['PERF-06']).toBe(1);
  }
});
