import { decodeDepthState } from '../../../../checkers/evidence/geometry/depth-state.js';
import { scene } from '../../support/scenes.js';

const EARLY_Z = 1 << 4;
const ALPHA_TO_MASK_DISABLE = 1 << 11;
const Z_EXPORT = 1;

it('an early test is lossy rather than final if alpha may drop more samples afterwards', () => {
  const getState = (control: number, alpha: number) => {
    const registers = { DB_DEPTH_CONTROL: 0x12, DB_SHADER_CONTROL: control, DB_ALPHA_TO_MASK: alpha };
    const { early, mayDrop } = decodeDepthState('gfx10.3', scene({ draw: { registers } }).draws[0]!);
    return [early, mayDrop];
  };
  expect(getState(EARLY_Z, 0)).toEqual(['final', false]);
  expect(getState(EARLY_Z, 1)).toEqual(['lossy', true]);
  expect(getState(EARLY_Z | ALPHA_TO_MASK_DISABLE, 1)).toEqual(['final', false]);
});

it.each([
  [0, []],
  [1, [4, 6]],
  [2, [1, 3]],
  [3, []],
])(
  'with depth bound %i, the early test of a shader that exports depth is lossy only for comparisons %j',
  (bound, lossyComparisons) => {
    const control = EARLY_Z | Z_EXPORT | (bound << 13);
    const isLossy = (compare: number): boolean => {
      const registers = { DB_DEPTH_CONTROL: 0x2 | (compare << 4), DB_SHADER_CONTROL: control };
      return decodeDepthState('gfx10.3', scene({ draw: { registers } }).draws[0]!).early === 'lossy';
    };
    expect([0, 1, 2, 3, 4, 5, 6, 7].filter(isLossy)).toEqual(lossyComparisons);
  },
);
