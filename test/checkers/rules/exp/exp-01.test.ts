import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, Stream } from '../../support/stream.js';

const P1 = { x: 4, y: 0, primitive: 1 };
const formTwoWaves = (): Stream => new Stream(scene()).form([P0]).form([P1]);

test('fires if a wave exports before it has space, even if another wave has space', () => {
  const verdict = formTwoWaves().allocate(0).export(1).allocate(1).judge();
  expect(listFiredRules(verdict)).toEqual(['EXP-01']);
  expect(verdict.violations[0]).toMatchObject({ cycle: 4, place: { wave: 1 } });
});

test('does not fire when the wave already has space', () => {
  const verdict = formTwoWaves().allocate(1).export(1).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['EXP-01']).toBe(1);
});

test('the rule is reported as unchecked if the stream does not report export space', () => {
  const { violations, unchecked } = formTwoWaves().export(0).judge();
  expect(violations).toEqual([]);
  expect(unchecked).toContainEqual({ rule: 'EXP-01', missing: 'sx-alloc' });
});

test('fires if a GFX11 wave becomes export-ready before it has space, but not after that', () => {
  const allocateFirst = (): Stream => new Stream(scene({ chip: 'navi31' })).form([P0]).form([P1]).allocate(0);
  const verdict = allocateFirst().endEventWait(0).endEventWait(1).allocate(1).judge();
  expect(listFiredRules(verdict)).toEqual(['EXP-01']);
  expect(verdict.violations[0]).toMatchObject({ cycle: 5, place: { wave: 1 } });
  expect(listFiredRules(allocateFirst().allocate(1).endEventWait(1).judge())).toEqual([]);
});

test('ignores an event wait that does not wait for export-ready, which is a program bug', () => {
  const stream = new Stream(scene({ chip: 'navi31' }))
    .form([P0])
    .form([P1])
    .allocate(0)
    .endEventWait(1, undefined, 1);
  expect(listFiredRules(stream.judge())).not.toContain('EXP-01');
});
