import { expect, test } from 'vitest';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

const P0 = { x: 0, y: 0, primitive: 0 };
const P1 = { x: 0, y: 0, primitive: 1 };

/** Runs the sections of two waves on one pixel, the younger one first. */
function runInverted(draw = {}): Stream {
  return new Stream(scene({ draw }))
    .form([P0])
    .form([P1], { didOverlap: true, newest: 0 })
    .section(1)
    .section(0);
}

test('fires when the section of an older primitive follows that of a younger one', () => {
  const verdict = runInverted().judge();
  expect(firedRules(verdict)).toContain('ORD-02');
  const first = verdict.violations.find(({ rule }) => rule === 'ORD-02')!;
  expect(first.place).toMatchObject({ wave: 0, otherWave: 1, primitive: 0, otherPrimitive: 1 });
  expect(first.allowed).toContain('primitive 0');
});

test('fires across draws', () => {
  const stream = new Stream(scene({ primitives: 1, moreDraws: [{}] }))
    .form([P0])
    .form([P1], { draw: 1, didOverlap: true, newest: 0 })
    .section(1)
    .section(0);
  expect(firedRules(stream.judge())).toContain('ORD-02');
});

test('does not fire with an unordered interlock (L12)', () => {
  expect(firedRules(runInverted({ interlock: 'pixel-unordered' }).judge())).not.toContain('ORD-02');
});

test('does not fire when the younger section comes second', () => {
  const stream = new Stream(scene()).form([P0]).form([P1], { didOverlap: true, newest: 0 });
  const verdict = stream.section(0).exitCounted(0, 1).poll(1, 1).section(1).judge();
  expect(firedRules(verdict)).toEqual([]);
  expect(verdict.armed['ORD-02']).toBeGreaterThan(0);
});

test('does not fire when a younger wave elsewhere finishes before an older one starts (L10)', () => {
  const stream = new Stream(scene())
    .form([P0])
    .form([{ x: 4, y: 4, primitive: 1 }])
    .section(1)
    .section(0);
  expect(firedRules(stream.judge())).toEqual([]);
});
