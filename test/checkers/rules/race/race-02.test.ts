import { assembleProgram } from '../../../../arch/index.js';
import { vertexText } from '../../../../stimulus/background/vertex-text.js';
import { FIRST_BACKGROUND_WAVE } from '../../../../transactions/index.js';
import { createVertexScene, INSTANCED_DRAW } from '../../../support/background-scene.js';
import { checkRun } from '../../support/checked-run.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

function issueLoad(): { stream: Stream; load: number } {
  const stream = new Stream(scene()).form([{ x: 0, y: 0, primitive: 0 }]);
  stream.run(0, stream.at.load, stream.at.load);
  return { stream, load: stream.issue({ wave: 0 }) };
}

test('fires when the loaded register is read without a wait, even if the load was performed', () => {
  const { stream, load } = issueLoad();
  const verdict = stream.perform(0, load).run(0, stream.at.use, stream.at.use).judge();
  expect(listFiredRules(verdict)).toEqual(['RACE-02']);
  expect(verdict.violations[0]).toMatchObject({ unit: 'program', place: { pc: stream.at.use } });
  expect(verdict.violations[0].observed).toContain('v_add_f32');
});

test('fires when the wait ended before the load was performed, and blames the counter', () => {
  const { stream } = issueLoad();
  const verdict = stream.endWait(0, stream.at.loadWait).run(0, stream.at.use, stream.at.use).judge();
  expect(verdict.violations.map(({ rule, unit }) => `${rule} ${unit}`)).toEqual(['RACE-02 sq']);
});

test('does not fire when the load was performed and waited for, regardless of how the wait was reported', () => {
  const reportedRun = issueLoad();
  reportedRun.stream.perform(0, reportedRun.load).endWait(0, reportedRun.stream.at.loadWait);
  expect(
    listFiredRules(reportedRun.stream.run(0, reportedRun.stream.at.use, reportedRun.stream.at.use).judge()),
  ).toEqual([]);
  const unreportedRun = issueLoad();
  const { at } = unreportedRun.stream;
  const verdict = unreportedRun.stream.perform(0, unreportedRun.load).run(0, at.loadWait, at.use).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['RACE-02']).toBe(1);
});

test('does not fire when a load is performed after its wait ended but before the read', () => {
  const { stream, load } = issueLoad();
  stream.endWait(0, stream.at.loadWait).perform(0, load).run(0, stream.at.use, stream.at.use);
  expect(listFiredRules(stream.judge())).toEqual([]);
});

test('ignores the load itself and registers that it does not write', () => {
  const { stream } = issueLoad();
  expect(listFiredRules(stream.run(0, stream.at.loadWait, stream.at.loadWait).judge())).toEqual([]);
});

test('does not fire when the next load on the same counter writes the same register, since it returns later', () => {
  const { stream } = issueLoad();
  expect(listFiredRules(stream.run(0, stream.at.load, stream.at.load).judge())).toEqual([]);
});

test('checks instructions again once the wave has issued another load', () => {
  const stream = new Stream(scene()).form([{ x: 0, y: 0, primitive: 0 }]);
  const { use } = stream.at;
  stream.issue({ wave: 0, operation: 'store' });
  stream.run(0, use, use).run(0, use, use);
  stream.issue({ wave: 0 });
  const verdict = stream.run(0, use, use).judge();
  expect(listFiredRules(verdict)).toEqual(['RACE-02']);
  expect(verdict.armed['RACE-02']).toBe(3);
});

test('leaves a geometry wave that reads a loaded register without a wait to the comparison of its output', () => {
  const text = vertexText('gfx10.3', 64, [0, 1]);
  const judge = (source: string) =>
    checkRun(createVertexScene('navi21', INSTANCED_DRAW, { words: assembleProgram(source, 'gfx10.3') }));
  expect(judge(text).fired).toEqual({});
  const { violations } = judge(text.replace(/s_waitcnt vmcnt\(0\)/, 's_nop 0'));
  const rules = violations.filter(
    ({ place }) => (place.wave ?? FIRST_BACKGROUND_WAVE) >= FIRST_BACKGROUND_WAVE,
  );
  expect(rules.map(({ rule }) => rule)).toContain('LAUNCH-08');
  expect(rules.map(({ rule }) => rule)).not.toContain('RACE-02');
});
