import type { Gfx, WaveSize } from '../../../../arch/index.js';
import { LaneColours } from '../../../../checkers/evidence/program/lane-colours.js';
import { decodeSource, makeWave, setFloats } from '../../../arch/support/machine.js';
import { scene } from '../../support/scenes.js';

const WAVE: WaveSize = 64;
const [R32, ABGR32] = [1, 9];

/** Returns the coverage alpha of a wave that exports depth without alpha and a colour whose alpha is 0.5. */
function getCoverageAlpha(gfx: Gfx, shaderControl = 0): number | undefined {
  const decoded = decodeSource(
    'exp mrtz v0, off, off, off\nexp mrt0 v0, v0, v0, v1 done\ns_endpgm',
    gfx,
    WAVE,
  );
  const state = makeWave(decoded);
  setFloats(state, 0, () => 0.25);
  setFloats(state, 1, () => 0.5);
  const colours = new LaneColours(gfx);
  for (const { export: operation } of decoded.instructions) {
    if (operation === undefined) continue;
    const getOffset = (source: number): number => operation.sources[source]! * state.lanes;
    colours.record({ ...operation, lanes: state.lanes, words: state.v, getOffset });
  }
  const registers = {
    SPI_SHADER_COL_FORMAT: ABGR32,
    SPI_SHADER_Z_FORMAT: R32,
    DB_SHADER_CONTROL: shaderControl,
  };
  return colours.getAlpha(scene({ draw: { registers } }).draws[0]!, 3);
}

it('coverage alpha comes from colour 0 even if depth is exported, but from the depth export on GFX11', () => {
  const COVERAGE_TO_MASK_ENABLE = 1 << 7;
  expect((['gfx9', 'gfx10', 'gfx10.3'] as const).map((gfx) => getCoverageAlpha(gfx))).toEqual([
    0.5, 0.5, 0.5,
  ]);
  expect(getCoverageAlpha('gfx10.3', COVERAGE_TO_MASK_ENABLE)).toBe(1);
  expect(getCoverageAlpha('gfx11')).toBe(1);
});
