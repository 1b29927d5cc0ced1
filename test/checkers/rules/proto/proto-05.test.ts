import { changeSection, findBrokenRules, SECTION } from '../../evidence/static/support/section-text.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, Stream } from '../../support/stream.js';

const formOnGfx11 = (): Stream => new Stream(scene({ chip: 'navi31' })).form([P0]);
const DONE = 'exp mrt0 off, off, off, off done';

test('fires when bit 0 of the event wait is set, but not when it is clear', () => {
  expect(listFiredRules(formOnGfx11().endEventWait(0, 5, 1).judge())).toEqual(['PROTO-05']);
  const verdict = formOnGfx11().endEventWait(0, 5, 0).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['PROTO-05']).toBeGreaterThan(2);
});

test('fires on paths with an event wait that has no effect (F81)', () => {
  expect(findBrokenRules(changeSection('gfx11', 's_wait_event 0x0', 's_wait_event 0x1'), 'gfx11')).toContain(
    'PROTO-05',
  );
});

test('fires on paths that export after the done export, but not if only the last export sets done', () => {
  const colour = 'exp mrt1 v0, v0, v0, v0';
  expect(findBrokenRules(changeSection('gfx11', DONE, DONE, colour), 'gfx11')).toEqual(['PROTO-05']);
  expect(
    findBrokenRules(changeSection('gfx11', DONE, 'exp mrtz v0, off, off, off', colour, DONE), 'gfx11'),
  ).toEqual([]);
});

test('does not fire for null exports on generations that have them', () => {
  expect(findBrokenRules(SECTION['gfx10.3'], 'gfx10.3')).toEqual([]);
});
