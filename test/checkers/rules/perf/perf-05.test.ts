import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

const P0 = [{ x: 0, y: 0, primitive: 0 }];

test('warns about an exit that follows an export', () => {
  const stream = new Stream(scene()).form(P0).access({ wave: 0 }).export(0, { done: false }).sendMessage(0);
  const found = stream.judge().violations.find(({ rule }) => rule === 'PERF-05');
  expect(found?.observed).toBe('1 of 1 wave exported first, which kept sections open for 1 extra cycle.');
});

test('warns about a combined end, after which no export is possible', () => {
  const stream = new Stream(scene()).form(P0).access({ wave: 0 }).export(0).end(0, 'end-ordered');
  const found = stream.judge().violations.find(({ rule }) => rule === 'PERF-05');
  expect(found?.observed).toMatch(/^1 of 1 wave exported first/);
});

test('does not fire for an exit before the exports (L13)', () => {
  const verdict = new Stream(scene()).form(P0).runSection(0).export(0).end(0).judge();
  expect(verdict.fired).not.toHaveProperty('PERF-05');
  expect(verdict.armed['PERF-05']).toBe(1);
});
