import { expect, test } from 'vitest';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

const quadOf = (primitive: number, x = 0) => ({ x, y: 0, primitive });

test('fires when an older primitive reaches a pixel after a younger one, across waves and within one', () => {
  expect(
    firedRules(
      new Stream(scene())
        .form([quadOf(1)])
        .form([quadOf(0)])
        .judge(),
    ),
  ).toContain('ORD-08');
  expect(firedRules(new Stream(scene()).form([quadOf(1), quadOf(0)]).judge())).toContain('ORD-08');
});

test('fires even with an unordered draw in between', () => {
  const scenario = scene({ moreDraws: [{ interlock: 'pixel-unordered' }] });
  const between = new Stream(scenario).form([quadOf(1)]).form([quadOf(4)], { draw: 1 });
  expect(firedRules(between.form([quadOf(0)]).judge())).toContain('ORD-08');
  const inOrder = new Stream(scenario).form([quadOf(0)]).form([quadOf(4)], { draw: 1 });
  expect(firedRules(inOrder.form([quadOf(1)]).judge())).not.toContain('ORD-08');
});

test('is silent for other pixels, for primitives in order, and for a repeated primitive', () => {
  const stream = new Stream(scene())
    .form([quadOf(1, 4)])
    .form([quadOf(0), quadOf(1)])
    .form([quadOf(1)]);
  expect(firedRules(stream.judge())).not.toContain('ORD-08');
});

test('is silent if the interlock is unordered, or the draw relaxes the order (S-143)', () => {
  const relaxed = scene({ draw: { order: 'relaxed' } });
  expect(
    firedRules(
      new Stream(relaxed)
        .form([quadOf(1)])
        .form([quadOf(0)])
        .judge(),
    ),
  ).not.toContain('ORD-08');
  const unordered = scene({ draw: { interlock: 'pixel-unordered' } });
  expect(
    firedRules(
      new Stream(unordered)
        .form([quadOf(1)])
        .form([quadOf(0)])
        .judge(),
    ),
  ).not.toContain('ORD-08');
});
