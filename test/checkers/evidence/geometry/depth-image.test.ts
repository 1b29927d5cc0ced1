import { DepthImage } from '../../../../checkers/evidence/geometry/depth-image.js';
import { DEPTH_SAMPLES } from '../../../../transactions/index.js';

test('a depth image stores known or unknown values for each sample of a pixel', () => {
  const image = new DepthImage(2, { depth: 0.25, stencil: 255 });
  expect(image.entryCount).toBe(2 * DEPTH_SAMPLES);
  image.set(1, { depth: undefined, stencil: 0 });
  image.set(2, { depth: 0.5, stencil: undefined });
  expect([0, 1, 2].map((entry) => image.get(entry))).toEqual([
    { depth: 0.25, stencil: 255 },
    { depth: undefined, stencil: 0 },
    { depth: 0.5, stencil: undefined },
  ]);
});
