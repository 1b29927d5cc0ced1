import { expect, test } from 'vitest';
import { setting } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

const quadOf = (primitive: number) => [{ x: 2 * primitive, y: 0, primitive }];
const FLUSH = { overlapOverflow: setting('overlapOverflow', 'flush') };

/** A stream on packers whose overlap tables have two entries. */
function stream(freedoms: object = {}): Stream {
  return new Stream(scene({ freedoms: { overlapEntries: 2, ...freedoms } }));
}

const fires = (judged: Stream): boolean => firedRules(judged.judge()).includes('LAUNCH-13');

test("fires when a packer's unfinished waves cover more positions than its table has entries", () => {
  expect(fires(stream().form(quadOf(0)).form(quadOf(1)))).toBe(false);
  expect(fires(stream().form(quadOf(0)).form(quadOf(1)).form(quadOf(2)))).toBe(true);
  expect(fires(stream().form(quadOf(0)).form(quadOf(1)).form(quadOf(2), { packer: 1 }))).toBe(false);
  expect(fires(stream().form(quadOf(0)).form(quadOf(1)).section(0).exitCounted(0, 1).form(quadOf(2)))).toBe(
    false,
  );
  const conservative = setting('overlapOverflow', 'conservative');
  expect(
    fires(stream({ overlapOverflow: conservative }).form(quadOf(0)).form(quadOf(1)).form(quadOf(2))),
  ).toBe(false);
});

test('fires when a packer continues during a flush', () => {
  const full = (freedoms: object, reason: 'table' | 'full'): Stream =>
    stream(freedoms)
      .form(quadOf(0), { reason: 'full' })
      .form(quadOf(1), { reason })
      .section(0)
      .exitCounted(0, 1);
  expect(fires(full(FLUSH, 'table').form(quadOf(2)))).toBe(true);
  expect(fires(full(FLUSH, 'full').form(quadOf(2)))).toBe(false);
  expect(fires(full({}, 'table').form(quadOf(2)))).toBe(false);
  expect(fires(full(FLUSH, 'table').section(1).exitCounted(1, 2).form(quadOf(2)))).toBe(false);
});
