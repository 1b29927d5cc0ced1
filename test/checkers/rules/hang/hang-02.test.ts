import { changeSection, findBrokenRules, SECTION } from '../../evidence/static/support/section-text.js';
import { scene } from '../../support/scenes.js';
import { P0, P1, Stream } from '../../support/stream.js';

function quiesceWhilePolling(didOverlap: boolean, newest: number): Stream {
  const stream = new Stream(scene()).form([P0]).form([P1], { didOverlap, newest }).poll(1, 0);
  const cause = { on: 'exiting-id', packer: 0, exiting: 0 } as const;
  return stream.quiesce([{ unit: 'wave', index: 1, pc: stream.at.poll, cause }]);
}

test('fires for a wave that is still polling although it was reported not to overlap', () => {
  const finding = quiesceWhilePolling(false, 1)
    .judge()
    .violations.find(({ rule }) => rule === 'HANG-02');
  expect(finding?.place).toMatchObject({ wave: 1, pc: 44 });
  expect(finding?.observed).toContain('newest id 1, which is its own');
});

test('fires for a wave whose newest id is its own, but not if the id is that of the previous wave', () => {
  const listFirings = (newest: number) =>
    new Stream(scene()).form([P0]).form([P1], { didOverlap: true, newest }).judge().fired;
  expect(listFirings(1)).toEqual({ 'HANG-02': 1 });
  expect(listFirings(0)).toEqual({});
});

test('checks each wave that is reported as overlapping', () => {
  const countChecks = (didOverlap: boolean) =>
    new Stream(scene()).form([P0]).form([P1], { didOverlap, newest: 0 }).judge().armed['HANG-02'] ?? 0;
  expect(countChecks(true) - countChecks(false)).toBe(1);
});

test('does not fire for a wave waiting on one it overlaps, whatever is blocking that other wave', () => {
  const verdict = quiesceWhilePolling(true, 0).judge();
  expect(verdict.fired).not.toHaveProperty('HANG-02');
  expect(verdict.armed['HANG-02']).toBeGreaterThan(0);
});

test('fires on paths that wait even without overlap (F93)', () => {
  expect(findBrokenRules(changeSection('gfx10.3', 's_cbranch_scc0 body'), 'gfx10.3')).toEqual([
    'HANG-02',
    'PROTO-04',
  ]);
  expect(findBrokenRules(changeSection('gfx9', 's_cbranch_scc0 body'), 'gfx9')).toEqual([
    'HANG-02',
    'PROTO-04',
  ]);
});

test('does not fire on paths that skip the wait if there is no overlap', () => {
  expect(findBrokenRules(SECTION.gfx9, 'gfx9')).toEqual([]);
});
