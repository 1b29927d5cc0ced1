import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runScenario } from '../../../cli/public/harness.js';
import { type ProgramScene, programs, scenes, seededBy } from '../../../cli/public/stimulus.js';

const AREA = { width: 8, height: 8 };

it.each([
  ['raven', 'gfx9'],
  ['navi31', 'gfx11'],
] as const)('runs generated programs on %s', (chip, gfx) => {
  const inputs = fc.tuple(programs.arbitrary(gfx), scenes.stack(AREA, 4));
  fc.assert(
    fc.property(inputs, ([descriptor, primitives]) => {
      const draws = [{ program: 0, kind: 'triangles' as const, primitives, samples: 1 as const }];
      const scene: ProgramScene = {
        ...AREA,
        chip,
        descriptors: [descriptor],
        draws,
        knobs: { idWrap: 7, idWindow: 3 },
      };
      const verdict = runScenario(programs.toScenario(scene));
      expect(verdict.passed).toBe(true);
      expect(verdict.waves).toBeGreaterThan(0);
    }),
    { ...seededBy('0x7'), numRuns: 4 },
  );
});
