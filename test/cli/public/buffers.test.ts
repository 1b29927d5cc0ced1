import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runScenario } from '../../../cli/public/harness.js';
import { defineSequence } from '../../../cli/public/main.js';
import { drawing, pixelBuffer, plainBuffer, scenes, seededBy } from '../../../cli/public/stimulus.js';

const AREA = { width: 8, height: 8 };

it("runs a user's sequence whose scenarios have buffers of the kit", () => {
  const pixels = pixelBuffer(
    { name: 'acme_pixels', address: 2 ** 40 },
    { height: AREA.height, bytesPerPixel: 4, bytesPerRow: 4 * AREA.width },
    { initial: [1, 2] },
  );
  const counts = plainBuffer({ name: 'acme_counts', address: 2 ** 41 }, 64, { expected: { words: [0, 0] } });
  const stacks = scenes.stack(AREA, 4).map((triangles) => {
    const scene = drawing([triangles], { area: AREA, chip: 'navi21' });
    return {
      ...scene,
      memory: [...scene.memory, ...pixels.memory, counts],
      ordered: [...scene.ordered, ...pixels.ordered],
    };
  });
  const { scenario } = defineSequence({
    name: 'acme_buffers',
    text: 'triangles that share every pixel, beside buffers that no program touches',
    chips: ['navi21'],
    scenario: stacks,
  });
  expect(scenario).toBe(stacks);
  fc.assert(
    fc.property(stacks, (test) => {
      const { passed, waves } = runScenario(test);
      expect(passed).toBe(true);
      expect(waves).toBeGreaterThan(0);
    }),
    { ...seededBy('0x7'), numRuns: 3 },
  );
});
