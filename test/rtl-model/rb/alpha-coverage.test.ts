import type { PendingExport } from '../../../rtl-model/rb/exported-colours.js';
import { computeAlphaCoverage } from '../../../rtl-model/rb/output-merger.js';
import type { DrawPlan } from '../../../rtl-model/spi/draw-plan.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../transactions/index.js';

const LANES = 32;
const ABGR_32 = 9;
const MRTZ = 8;
const HALF = 0x3f000000;

/** Offsets of 0, 1/4, 2/4 and 3/4 of a sample for the four pixels of a 2x2 block. */
const OFFSETS = 1 | (0b11_10_01_00 << 8);

interface Fragment {
  readonly samples: number;
  readonly rate: readonly [x: number, y: number];
  readonly lane: number;
  readonly registers?: Readonly<Record<string, number>>;
  readonly target?: number;
}

function findKeptSamples({ samples, rate, lane, registers = {}, target = 0 }: Fragment): number {
  const allRegisters = { DB_ALPHA_TO_MASK: OFFSETS, SPI_SHADER_COL_FORMAT: ABGR_32, ...registers };
  const plan = { draw: { registers: allRegisters }, sampling: { samples } } as unknown as DrawPlan;
  const quads = new Int32Array(QUAD_COLUMNS);
  quads[QUAD_COLUMN.RATE] = rate[0] | (rate[1] << 2);
  const data = new Int32Array(4 * LANES).fill(HALF);
  const exports: PendingExport[] = [{ target, enabled: 0xf, compressed: false, data }];
  return computeAlphaCoverage({ gfx: 'gfx11', lanes: LANES }, plan, exports, quads, lane);
}

describe('the samples kept by alpha', () => {
  it('depend on the position of the lane for a single-pixel fragment', () => {
    const masks = [0, 1, 2, 3].map((lane) => findKeptSamples({ samples: 2, rate: [0, 0], lane }));
    expect(masks).toEqual([0b1, 0b1, 0b1, 0b1]);
    expect([0, 1, 2, 3].map((lane) => findKeptSamples({ samples: 1, rate: [0, 0], lane }))).toEqual([
      0, 0, 1, 1,
    ]);
  });

  it.each([0, 1, 2, 3])('depend on the position of each pixel in a coarse fragment in lane %i', (lane) => {
    expect(findKeptSamples({ samples: 1, rate: [1, 1], lane })).toBe(0b1100);
    expect(findKeptSamples({ samples: 2, rate: [1, 1], lane })).toBe(0b01_01_01_01);
    expect(findKeptSamples({ samples: 1, rate: [2, 2], lane })).toBe(0xf0f0);
  });

  it("depend on the lane's position along any axis where fragments are one pixel wide", () => {
    const masks = (rate: Fragment['rate']) =>
      [0, 1, 2, 3].map((lane) => findKeptSamples({ samples: 1, rate, lane }));
    expect(masks([1, 0])).toEqual([0b00, 0b00, 0b11, 0b11]);
    expect(masks([0, 1])).toEqual([0b10, 0b10, 0b10, 0b10]);
  });

  it('include all samples if alpha is not used or not exported', () => {
    const fragment = { samples: 1, rate: [1, 1], lane: 0 } as const;
    expect(findKeptSamples({ ...fragment, registers: { DB_ALPHA_TO_MASK: 0 } })).toBe(-1);
    expect(findKeptSamples({ ...fragment, registers: { DB_SHADER_CONTROL: 1 << 11 } })).toBe(-1);
    expect(findKeptSamples({ ...fragment, target: 1 })).toBe(-1);
  });

  it("depend on the depth target's alpha if it is exported, on GFX11 and later", () => {
    const registers = { SPI_SHADER_Z_FORMAT: ABGR_32 };
    expect(findKeptSamples({ samples: 1, rate: [1, 1], lane: 0, registers, target: MRTZ })).toBe(0b1100);
  });
});
