import { getBins } from '../../../rtl-model/sc/binner.js';
import { defaultKnobs, setting } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

const FREEDOMS = { ...defaultKnobs(), binning: setting('binning', 'on'), batchPrimitives: 4096 };

function findBins(PA_SC_BINNER_CNTL_0: number, PA_SC_BINNER_CNTL_1 = 0, freedoms = FREEDOMS) {
  return getBins(
    'gfx10.3',
    scene({ draw: { registers: { PA_SC_BINNER_CNTL_0, PA_SC_BINNER_CNTL_1 } } }).draws[0],
    freedoms,
  );
}

describe('the bins of a draw', () => {
  it('have the size set by the driver: 512 by 512 on navi21, 256 by 512 on vega10, 1024 by 1024 on navi31', () => {
    expect(findBins(0x19fc0240)).toMatchObject({
      enabled: true,
      width: 512,
      height: 512,
      reordersBins: true,
    });
    expect(findBins(0x09fc0230)).toMatchObject({ width: 256, height: 512 });
    expect(findBins(0x19fc02d0)).toMatchObject({ width: 1024, height: 1024 });
  });

  it('are 16 pixels wide or high if the small size is set for that axis', () => {
    expect(findBins(1 << 2)).toMatchObject({ width: 16, height: 32 });
    expect(findBins((1 << 3) | (1 << 4))).toMatchObject({ width: 64, height: 16 });
  });

  it('are enabled if the mode forces them and disabled if it forbids them, regardless of the binning knob', () => {
    const modes = [0, 1, 2, 3];
    expect(modes.map((mode) => findBins(mode).enabled)).toEqual([true, true, false, false]);
    expect(
      modes.map((mode) => findBins(mode, 0, { ...FREEDOMS, binning: setting('binning', 'off') }).enabled),
    ).toEqual([false, true, false, false]);
  });

  it('limit batches to the lowest of the limits, where 0 means no limit', () => {
    expect(findBins(0).batchPrimitives).toBe(4096);
    expect(findBins(0, 100 << 16).batchPrimitives).toBe(100);
    expect(findBins(2 << 19, 100 << 16).batchPrimitives).toBe(42);
    expect(findBins(2 << 19, (100 << 16) | 1).batchPrimitives).toBe(21);
    expect(findBins(2 << 19, 1, { ...FREEDOMS, batchPrimitives: 5 }).batchPrimitives).toBe(5);
  });

  it('have the size set by the binSize knob, if any', () => {
    expect(findBins(0x19fc0240, 0, { ...FREEDOMS, binSize: 8 })).toMatchObject({ width: 8, height: 8 });
  });
});
