import { getScissor } from '../../../rtl-model/sc/scan-converter.js';
import { scene } from '../../checkers/support/scenes.js';

const packCorner = (x: number, y: number): number => x | (y << 16);

/** Returns the scissor rectangle of a 100 by 80 pixel draw. */
function getRectangle(registers: Record<string, number>): number[] {
  const { left, top, right, bottom } = getScissor({ ...scene().draws[0], width: 100, height: 80, registers });
  return [left, top, right, bottom];
}

it('the scissor rectangle is the render area if no scissor is set', () => {
  expect(getRectangle({})).toEqual([0, 0, 100, 80]);
});

it.each(['SCREEN_SCISSOR', 'GENERIC_SCISSOR', 'VPORT_SCISSOR_0'])(
  'PA_SC_%s clips the scissor rectangle on each side',
  (name) => {
    expect(getRectangle({ [`PA_SC_${name}_TL`]: packCorner(3, 5) })).toEqual([3, 5, 100, 80]);
    expect(getRectangle({ [`PA_SC_${name}_BR`]: packCorner(90, 70) })).toEqual([0, 0, 90, 70]);
    expect(getRectangle({ [`PA_SC_${name}_BR`]: packCorner(0x4000, 0x4000) })).toEqual([0, 0, 100, 80]);
  },
);

it('the scissor rectangle only contains pixels inside all scissors, whose coordinates have 15 bits', () => {
  const registers = {
    PA_SC_SCREEN_SCISSOR_TL: packCorner(3, 20),
    PA_SC_GENERIC_SCISSOR_TL: packCorner(30, 2) | (1 << 15) | (1 << 31),
    PA_SC_SCREEN_SCISSOR_BR: packCorner(50, 70),
    PA_SC_VPORT_SCISSOR_0_BR: packCorner(90, 40),
  };
  expect(getRectangle(registers)).toEqual([30, 20, 50, 40]);
});
