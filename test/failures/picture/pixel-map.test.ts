import { drawViolationPicture } from '../../../failures/picture/violation-picture.js';
import { scene } from '../../checkers/support/scenes.js';
import { Stream } from '../../checkers/support/stream.js';
import type { TestQuad } from '../../checkers/support/test-quads.js';
import { asciiStyle, buildWitness, violation } from './support/pictures.js';

/** Draws a picture and returns the lines of its pixel map, without the timeline below. */
function drawMap(
  waves: readonly (readonly TestQuad[])[],
  pixel?: readonly [number, number],
  width = 40,
): string[] {
  const stream = new Stream(scene());
  for (const quads of waves) stream.form(quads);
  const place = { wave: 0, otherWave: waves.length - 1, ...(pixel === undefined ? {} : { pixel }) };
  const picture = drawViolationPicture(
    stream.scenario,
    buildWitness(violation({ place }), stream.transactions),
    asciiStyle(width),
  );
  return picture.slice(0, picture.indexOf(''));
}

describe('the pixel map', () => {
  it('shows the violating pixel, and coverage without helper lanes', () => {
    const partialQuad = { x: 2, y: 0, primitive: 7, masks: [1, 0, 1, 0] as const };
    expect(
      drawMap(
        [
          [
            { x: 0, y: 0, primitive: 3 },
            { x: 2, y: 0, primitive: 3 },
          ],
          [partialQuad],
        ],
        [2, 1],
      ),
    ).toMatchInlineSnapshot(`
      [
        "    x 0",
        "y   0 A A # A",
        "      A A * A",
        "A  wave 0 (packer 0 id 0), draw 0, no",
        "   overlap reported",
        "B  wave 1 (packer 0 id 1), draw 0, no",
        "   overlap reported",
        "*  pixel (2, 1): A primitive 3 in lane",
        "   6; B primitive 7 in lane 2",
        "#  covered more than once (2 pixels)",
      ]
    `);
  });

  it('is centred on the violating pixel, and counts covered pixels outside the map', () => {
    const map = drawMap([[{ x: 0, y: 0, primitive: 0 }], [{ x: 100, y: 200, primitive: 1 }]], [101, 201]);
    expect(map[0].trim()).toBe('x 100');
    expect(map.slice(1, 3)).toEqual(['y 200 B B', '      B *']);
    expect(map.join('\n')).toContain('Outside this map: 4 covered pixels.');
    expect(map.join('\n')).toContain('The waves share no pixels.');
  });

  it('marks pixels that a wave covers twice', () => {
    const map = drawMap([
      [
        { x: 0, y: 0, primitive: 0 },
        { x: 0, y: 0, primitive: 1 },
      ],
    ]);
    expect(map.slice(1, 3)).toEqual(['y   0 # #', '      # #']);
  });

  it('treats two quads of one primitive in a wave as invocations for different samples', () => {
    const quad = { x: 0, y: 0, primitive: 5 };
    expect(drawMap([[quad, quad]]).slice(1, 3)).toEqual(['y   0 A A', '      A A']);
  });
});
