import type { ChipName } from '../../../../arch/index.js';
import { setting } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** Registers for bins of 64 by 32 pixels: BINNING_MODE is 1 (always), and BIN_SIZE_X_EXTEND is 1. */
const WIDE_BINS = { PA_SC_BINNER_CNTL_0: 1 | (1 << 4) };
const OUT_OF_ORDER = { PA_SC_MODE_CNTL_1: 1 << 27 };

/** Returns whether ORD-14 fires if primitive 1's quad at the origin precedes primitive 0's quad at `position`. */
function fires(
  position: { readonly x: number; readonly y: number },
  registers = {},
  freedoms = {},
  changes = {},
  chip: ChipName = 'navi21',
): boolean {
  const draw = { interlock: 'none' as const, width: 128, height: 128, registers, ...changes };
  const stream = new Stream(scene({ chip, draw, freedoms }))
    .form([{ x: 0, y: 0, primitive: 1 }])
    .form([{ ...position, primitive: 0 }]);
  return listFiredRules(stream.judge()).includes('ORD-14');
}

test('fires within a bin whose size the registers set, but not across bins', () => {
  expect(fires({ x: 62, y: 0 }, WIDE_BINS)).toBe(true);
  expect(fires({ x: 64, y: 0 }, WIDE_BINS)).toBe(false);
  expect(fires({ x: 0, y: 32 }, WIDE_BINS)).toBe(false);
});

test('uses the `binSize` knob if it is set, and treats the screen as one bin if binning is off', () => {
  const binning = setting('binning', 'on');
  expect(fires({ x: 16, y: 0 }, {}, { binning, binSize: 16 })).toBe(false);
  expect(fires({ x: 14, y: 0 }, {}, { binning, binSize: 16 })).toBe(true);
  expect(fires({ x: 126, y: 126 })).toBe(true);
});

test('does not fire if the draw allows a different order', () => {
  expect(fires({ x: 2, y: 0 }, OUT_OF_ORDER)).toBe(false);
  expect(fires({ x: 2, y: 0 }, {}, {}, { order: 'relaxed' })).toBe(false);
});

test('does not fire in scenes with coarse fragments, which move the boundaries of bins', () => {
  const firesAtRate = (rate: number): boolean =>
    fires({ x: 2, y: 0 }, { GE_VRS_RATE: rate }, {}, {}, 'navi31');
  expect([firesAtRate(0), firesAtRate(0x11)]).toEqual([true, false]);
});
