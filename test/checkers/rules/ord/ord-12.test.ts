import { type SceneChanges, scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const oneQuad = (primitive: number) => ({ x: 0, y: 0, primitive });
const OUT_OF_ORDER = { PA_SC_MODE_CNTL_1: 1 << 27 };

/**
 * Returns whether ORD-12 fires for the given scene if primitive 1 is formed before primitive 0, or after it if
 * `isOrdered`.
 */
function fires(changes: SceneChanges, isOrdered = false): boolean {
  const [first, second] = isOrdered ? [0, 1] : [1, 0];
  const stream = new Stream(scene(changes)).form([oneQuad(first)]).form([oneQuad(second)]);
  return listFiredRules(stream.judge()).includes('ORD-12');
}

test('fires when draws without an ordered interlock break primitive order', () => {
  for (const interlock of ['none', 'pixel-unordered'] as const) {
    expect(fires({ draw: { interlock } })).toBe(true);
    expect(fires({ draw: { interlock } }, true)).toBe(false);
  }
});

test('does not fire if the draw allows a different order, or for primitives that ORD-08 checks', () => {
  expect(fires({ draw: { interlock: 'none', registers: OUT_OF_ORDER } })).toBe(false);
  expect(fires({ draw: { interlock: 'none', order: 'relaxed' } })).toBe(false);
  expect(fires({})).toBe(false);
});
