import { expect, test } from 'vitest';
import { type SceneChanges, scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

const quadOf = (primitive: number) => ({ x: 0, y: 0, primitive });
const OUT_OF_ORDER = { PA_SC_MODE_CNTL_1: 1 << 27 };

/**
 * Whether the rule fires in a scene with these changes if primitive 0 reaches a wave after primitive 1 or, if `inOrder`,
 * before it.
 */
function fires(changes: SceneChanges, inOrder = false): boolean {
  const [first, second] = inOrder ? [0, 1] : [1, 0];
  const stream = new Stream(scene(changes)).form([quadOf(first)]).form([quadOf(second)]);
  return firedRules(stream.judge()).includes('ORD-12');
}

test('fires when draws without an ordered interlock depart from primitive order', () => {
  for (const interlock of ['none', 'pixel-unordered'] as const) {
    expect(fires({ draw: { interlock } })).toBe(true);
    expect(fires({ draw: { interlock } }, true)).toBe(false);
  }
});

test('is silent if the draw allows another order, and for primitives that ORD-08 judges', () => {
  expect(fires({ draw: { interlock: 'none', registers: OUT_OF_ORDER } })).toBe(false);
  expect(fires({ draw: { interlock: 'none', order: 'relaxed' } })).toBe(false);
  expect(fires({})).toBe(false);
});
