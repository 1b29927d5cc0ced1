import { expect, test } from 'vitest';
import { scene } from '../support/scenes.js';
import { Stream } from '../support/stream.js';

/** Four waves whose load and store take a known time, with this many cycles between the store and the exit. */
function sections(tail: number): Stream {
  const stream = new Stream(scene());
  for (let wave = 0; wave < 4; wave++) {
    stream.form([{ x: 4 * wave, y: 0, primitive: 0 }]);
    const start = stream.cycle + 1;
    const load = stream.issue({ wave, cycle: start });
    stream.perform(wave, load).waited(wave, stream.at.loadWait);
    const store = stream.issue({ wave, operation: 'store', cycle: start + 50 });
    stream.perform(wave, store).waited(wave, stream.at.storeWait);
    stream.cycle += tail;
    stream.message(wave);
  }
  return stream;
}

test('warns, with the cycles, of sections that stay open for longer than their accesses take', () => {
  const found = sections(200)
    .judge()
    .violations.find(({ rule }) => rule === 'PERF-04');
  expect(found).toMatchObject({ severity: 'warning', place: { draw: 0 } });
  expect(found?.observed).toMatch(
    /4 waves were open for 80\d cycles outside their accesses, which took 20\d/,
  );
});

test('is silent about those that end soon after their last access', () => {
  const verdict = sections(100).judge();
  expect(verdict.fired).not.toHaveProperty('PERF-04');
  expect(verdict.armed['PERF-04']).toBe(1);
});

test('allows three times the duration of the accesses in addition', () => {
  expect(sections(151).judge().fired).not.toHaveProperty('PERF-04');
  expect(sections(152).judge().fired).toHaveProperty('PERF-04');
});
