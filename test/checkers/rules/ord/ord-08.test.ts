import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const oneQuad = (primitive: number, x = 0) => ({ x, y: 0, primitive });

test('fires when an older primitive reaches a pixel after a younger one, within or across waves', () => {
  expect(
    listFiredRules(
      new Stream(scene())
        .form([oneQuad(1)])
        .form([oneQuad(0)])
        .judge(),
    ),
  ).toContain('ORD-08');
  expect(listFiredRules(new Stream(scene()).form([oneQuad(1), oneQuad(0)]).judge())).toContain('ORD-08');
});

test('fires even with an unordered draw in between', () => {
  const scenario = scene({ moreDraws: [{ interlock: 'pixel-unordered' }] });
  const swappedStream = new Stream(scenario).form([oneQuad(1)]).form([oneQuad(4)], { draw: 1 });
  expect(listFiredRules(swappedStream.form([oneQuad(0)]).judge())).toContain('ORD-08');
  const orderedStream = new Stream(scenario).form([oneQuad(0)]).form([oneQuad(4)], { draw: 1 });
  expect(listFiredRules(orderedStream.form([oneQuad(1)]).judge())).not.toContain('ORD-08');
});

test('does not fire for different pixels, primitives in order, or a repeated primitive', () => {
  const stream = new Stream(scene())
    .form([oneQuad(1, 4)])
    .form([oneQuad(0), oneQuad(1)])
    .form([oneQuad(1)]);
  expect(listFiredRules(stream.judge())).not.toContain('ORD-08');
});

test('does not fire if the interlock is unordered, or the draw relaxes the order (S-143)', () => {
  for (const draw of [{ order: 'relaxed' }, { interlock: 'pixel-unordered' }] as const) {
    const stream = new Stream(scene({ draw })).form([oneQuad(1)]).form([oneQuad(0)]);
    expect(listFiredRules(stream.judge())).not.toContain('ORD-08');
  }
});
