import { type Gfx, HWREG, isAtLeast, makeWaveState } from '../../../arch/index.js';
import { loadScratch, planScratch } from '../../../rtl-model/spi/scratch.js';

const SCRATCH_EN = { SPI_SHADER_PGM_RSRC2_PS: 1 };
const WAVESIZE = 5;
const NEXT_REGISTER = 9;

function getFirstByte(gfx: Gfx, slot: number, registers: Readonly<Record<string, number>>): number {
  const plan = planScratch(
    gfx,
    { ...SCRATCH_EN, SPI_TMPRING_SIZE: WAVESIZE << 12, ...registers },
    NEXT_REGISTER,
  )!;
  const state = makeWaveState(32, 1, 256);
  loadScratch(state, plan, slot);
  if (!isAtLeast(gfx, 'gfx11')) return state.s[NEXT_REGISTER];
  return (state.hw[HWREG.FLAT_SCRATCH_LO] >>> 0) + state.hw[HWREG.FLAT_SCRATCH_HI] * 2 ** 32;
}

it.each<[Gfx, number]>([
  ['gfx9', 1024],
  ['gfx10', 1024],
  ['gfx10.3', 1024],
  ['gfx11', 256],
])('on %s, the scratch memory of consecutive slots is WAVESIZE units apart (%i bytes each)', (gfx, unit) => {
  const addresses = [0, 1, 2, 31].map((slot) => getFirstByte(gfx, slot, {}));
  expect(addresses).toEqual([0, 1, 2, 31].map((slot) => slot * WAVESIZE * unit));
});

it('scratch memory on GFX11 starts at SPI_GFX_SCRATCH_BASE, in units of 256 bytes, even beyond 4 GiB', () => {
  const registers = { SPI_GFX_SCRATCH_BASE_LO: 0x80ffffff | 0, SPI_GFX_SCRATCH_BASE_HI: 0x12 };
  expect(getFirstByte('gfx11', 1, registers)).toBe(0x1280ffffff * 256 + WAVESIZE * 256);
});

it('a draw without SCRATCH_EN has no scratch memory', () => {
  expect(planScratch('gfx11', { SPI_TMPRING_SIZE: WAVESIZE << 12 }, NEXT_REGISTER)).toBeUndefined();
});
