import { expect, it } from 'vitest';
import { scissorOf } from '../../../rtl-model/sc/scissor.js';
import { scene } from '../../checkers/support/scenes.js';

const corner = (x: number, y: number): number => x | (y << 16);

/** Returns the scissor rectangle of a draw with 100 by 80 pixels. */
function rectangle(registers: Record<string, number>): number[] {
  const { left, top, right, bottom } = scissorOf({ ...scene().draws[0], width: 100, height: 80, registers });
  return [left, top, right, bottom];
}

it('the scissor rectangle is the render area if no scissor is set', () => {
  expect(rectangle({})).toEqual([0, 0, 100, 80]);
});

it.each(['SCREEN_SCISSOR', 'GENERIC_SCISSOR', 'VPORT_SCISSOR_0'])(
  'PA_SC_%s cuts the scissor rectangle on each side',
  (name) => {
    expect(rectangle({ [`PA_SC_${name}_TL`]: corner(3, 5) })).toEqual([3, 5, 100, 80]);
    expect(rectangle({ [`PA_SC_${name}_BR`]: corner(90, 70) })).toEqual([0, 0, 90, 70]);
    expect(rectangle({ [`PA_SC_${name}_BR`]: corner(0x4000, 0x4000) })).toEqual([0, 0, 100, 80]);
  },
);

it('the scissor rectangle contains only pixels inside all scissors, which have 15 bits per coordinate', () => {
  const registers = {
    PA_SC_SCREEN_SCISSOR_TL: corner(3, 20),
    PA_SC_GENERIC_SCISSOR_TL: corner(30, 2) | (1 << 15) | (1 << 31),
    PA_SC_SCREEN_SCISSOR_BR: corner(50, 70),
    PA_SC_VPORT_SCISSOR_0_BR: corner(90, 40),
  };
  expect(rectangle(registers)).toEqual([30, 20, 50, 40]);
});
