import { getCorrectRegisters } from '../../support/registers.js';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

/** Returns the cycle and draw of each CFG-01 finding in a scene with two draws that have no collision argument. */
function findFailures(
  extend: (stream: Stream) => Stream,
): (readonly [cycle: number, draw: number | undefined])[] {
  const registers = {
    ...getCorrectRegisters('navi21'),
    SPI_SHADER_PGM_RSRC2_PS: 0x0a,
    PA_SC_SHADER_CONTROL: 0,
  };
  const { violations } = extend(new Stream(scene({ draw: { registers }, moreDraws: [{}] }))).judge();
  return violations
    .filter(({ rule }) => rule === 'CFG-01')
    .map(({ cycle, place }) => [cycle, place.draw] as const);
}

const QUAD = { x: 0, y: 0, primitive: 0 };

test('a draw starts at the first transaction that reports it', () => {
  const startSecondDraw = (stream: Stream): Stream =>
    stream.add({ kind: 'draw-begin', cycle: 7, draw: 1 }).form([{ ...QUAD, primitive: 4 }], { draw: 1 });
  expect(findFailures(startSecondDraw)).toEqual([[7, 1]]);
});

test('a draw with no reported start starts with its first wave', () => {
  expect(findFailures((stream) => stream.form([QUAD]).form([{ ...QUAD, x: 4 }]))).toEqual([[1, 0]]);
});
