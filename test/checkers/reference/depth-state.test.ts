import { expect, it } from 'vitest';
import { depthState } from '../../../checkers/reference/depth-state.js';
import { scene } from '../support/scenes.js';

const EARLY_Z = 1 << 4;
const ALPHA_TO_MASK_DISABLE = 1 << 11;

it('loses samples to an early test, and settles nothing, where alpha may drop some after it', () => {
  const stateOf = (control: number, alpha: number) => {
    const registers = { DB_DEPTH_CONTROL: 0x12, DB_SHADER_CONTROL: control, DB_ALPHA_TO_MASK: alpha };
    const { early, mayDrop } = depthState('gfx10.3', scene({ draw: { registers } }).draws[0]!);
    return [early, mayDrop];
  };
  expect(stateOf(EARLY_Z, 0)).toEqual(['final', false]);
  expect(stateOf(EARLY_Z, 1)).toEqual(['lossy', true]);
  expect(stateOf(EARLY_Z | ALPHA_TO_MASK_DISABLE, 1)).toEqual(['final', false]);
});
