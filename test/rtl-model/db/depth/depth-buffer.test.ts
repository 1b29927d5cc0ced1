import fc from 'fast-check';
import { expect, it } from 'vitest';
import { satisfiesComparison } from '../../../../rtl-model/db/depth/compare.js';
import { DepthBuffer } from '../../../../rtl-model/db/depth/depth-buffer.js';
import { readDepthState } from '../../../../rtl-model/db/depth/depth-state.js';
import { scene } from '../../../checkers/support/scenes.js';

const func = fc.nat({ max: 7 });
const depth = fc.constantFrom(0, 0.25, 0.5);
const stencil = fc.constantFrom(0, 1, 2);
const bit = fc.constantFrom(0, 1);

it('applies only enabled tests, writes depth only if enabled, and passes the same fragments early and late', () => {
  const settings = fc.record({ stencilTest: bit, depthTest: bit, write: bit, func, stencilFunc: func });
  fc.assert(
    fc.property(
      settings,
      depth,
      depth,
      stencil,
      stencil,
      (draw, z, storedDepth, reference, storedStencil) => {
        const DB_DEPTH_CONTROL =
          draw.stencilTest |
          (draw.depthTest << 1) |
          (draw.write << 2) |
          (draw.func << 4) |
          (draw.stencilFunc << 8);
        const registers = { DB_DEPTH_CONTROL, DB_STENCILREFMASK: reference | (0xff << 8) | (0xff << 16) };
        const state = readDepthState('gfx10.3', scene({ draw: { registers } }).draws[0]);
        const buffer = new DepthBuffer(1, 1, { depth: storedDepth, stencil: storedStencil });
        const passes =
          (draw.stencilTest === 0 || satisfiesComparison(draw.stencilFunc, reference, storedStencil)) &&
          (draw.depthTest === 0 || satisfiesComparison(draw.func, z, storedDepth));
        expect(buffer.passes(0, z, state, state.front)).toBe(passes);
        expect([buffer.depth[0], buffer.stencil[0]]).toEqual([storedDepth, storedStencil]);
        expect(buffer.resolve(0, z, state, state.front)).toBe(passes);
        // Depth is only written if the depth test is enabled.
        expect(buffer.depth[0]).toBe(passes && draw.depthTest === 1 && draw.write === 1 ? z : storedDepth);
        expect(buffer.depth[1]).toBe(storedDepth);
      },
    ),
  );
});
