import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** Returns whether the rule fires if packer `rowPackers[i]` forms a wave of one quad in the i-th row of regions. */
function fires(...rowPackers: readonly number[]): boolean {
  const stream = new Stream(scene({ freedoms: { packers: 2, regionSize: 8 }, draw: { height: 64 } }));
  for (const [row, packer] of rowPackers.entries())
    stream.form([{ x: 0, y: 8 * row, primitive: row }], { packer });
  return listFiredRules(stream.judge()).includes('WIRE-07');
}

test('fires if four rows of regions all go to one of the two packers', () => {
  expect(fires(0, 0, 0, 0)).toBe(true);
  expect(fires(1, 1, 1, 1)).toBe(true);
});

test('does not fire if both packers form waves, or if there are too few regions to tell', () => {
  expect(fires(0, 1, 0, 1)).toBe(false);
  expect(fires(0, 0, 0)).toBe(false);
});
