import { expect, test } from 'vitest';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

/** Returns a stream in which a wave has issued its load, and the number of the load. */
function issueLoad(): { stream: Stream; load: number } {
  const stream = new Stream(scene()).form([{ x: 0, y: 0, primitive: 0 }]);
  stream.run(0, stream.at.load, stream.at.load);
  return { stream, load: stream.issue({ wave: 0 }) };
}

test('fires when the loaded register is read without a wait, even if the load was performed', () => {
  const { stream, load } = issueLoad();
  const verdict = stream.perform(0, load).run(0, stream.at.use, stream.at.use).judge();
  expect(firedRules(verdict)).toEqual(['RACE-02']);
  expect(verdict.violations[0]).toMatchObject({ unit: 'program', place: { pc: stream.at.use } });
  expect(verdict.violations[0].observed).toContain('v_add_f32');
});

test('fires when the wait ended before the load was performed, and blames the counter', () => {
  const { stream } = issueLoad();
  const verdict = stream.waited(0, stream.at.loadWait).run(0, stream.at.use, stream.at.use).judge();
  expect(verdict.violations.map(({ rule, unit }) => `${rule} ${unit}`)).toEqual(['RACE-02 sq']);
});

test('does not fire when the load was performed and waited for, regardless of how the wait was reported', () => {
  const reported = issueLoad();
  reported.stream.perform(0, reported.load).waited(0, reported.stream.at.loadWait);
  expect(firedRules(reported.stream.run(0, reported.stream.at.use, reported.stream.at.use).judge())).toEqual(
    [],
  );
  const withinRun = issueLoad();
  const { at } = withinRun.stream;
  const verdict = withinRun.stream.perform(0, withinRun.load).run(0, at.loadWait, at.use).judge();
  expect(firedRules(verdict)).toEqual([]);
  expect(verdict.armed['RACE-02']).toBe(1);
});

test('does not fire when a load is performed after its wait ended but before the read', () => {
  const { stream, load } = issueLoad();
  stream.waited(0, stream.at.loadWait).perform(0, load).run(0, stream.at.use, stream.at.use);
  expect(firedRules(stream.judge())).toEqual([]);
});

test('ignores the load itself and registers it does not write', () => {
  const { stream } = issueLoad();
  expect(firedRules(stream.run(0, stream.at.loadWait, stream.at.loadWait).judge())).toEqual([]);
});

test('does not fire when the next load on the same counter writes the same register, since it returns later', () => {
  const { stream } = issueLoad();
  expect(firedRules(stream.run(0, stream.at.load, stream.at.load).judge())).toEqual([]);
});

test('checks instructions again once the wave has issued another load', () => {
  const stream = new Stream(scene()).form([{ x: 0, y: 0, primitive: 0 }]);
  const { use } = stream.at;
  stream.issue({ wave: 0, operation: 'store' });
  stream.run(0, use, use).run(0, use, use);
  stream.issue({ wave: 0 });
  const verdict = stream.run(0, use, use).judge();
  expect(firedRules(verdict)).toEqual(['RACE-02']);
  expect(verdict.armed['RACE-02']).toBe(3);
});
