import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runScenario } from '../../../cli/public/harness.js';
import { drawing, type SceneName, sceneKinds, scenes, seededBy } from '../../../cli/public/stimulus.js';

const AREA = { width: 8, height: 8 };

test.each(['points', 'lines', 'rectangles', 'fan'] as const)(
  'draws %s with the matching primitive kind',
  (name: SceneName) => {
    const drawings = fc.sample(scenes[name](AREA, 6), { ...seededBy('0x5'), numRuns: 4 });
    const verdict = runScenario(drawing(drawings, { area: AREA, kind: sceneKinds[name] }));
    expect(verdict.passed).toBe(true);
    expect(verdict.waves).toBeGreaterThan(0);
    expect(verdict.armed['ORD-02']).toBeGreaterThan(0);
  },
);
