import fc from 'fast-check';
import { type Place, type RuleId, runScenario, type Severity } from '../../../cli/public/harness.js';
import { defineSequence } from '../../../cli/public/main.js';
import {
  drawing,
  type ProgramScene,
  pixelBuffer,
  plainBuffer,
  programs,
  type SceneName,
  type SeededParameters,
  scenarios,
  sceneKinds,
  scenes,
  seededBy,
} from '../../../cli/public/stimulus.js';

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

it.each(['points', 'lines', 'rectangles', 'fan'] as const)(
  'draws %s with the matching primitive kind',
  (name: SceneName) => {
    const drawings = fc.sample(scenes[name](AREA, 6), { ...seededBy('0x5'), numRuns: 4 });
    const verdict = runScenario(drawing(drawings, { area: AREA, kind: sceneKinds[name] }));
    expect(verdict.passed).toBe(true);
    expect(verdict.waves).toBeGreaterThan(0);
    expect(verdict.armed['ORD-02']).toBeGreaterThan(0);
  },
);

it('exports named types for violation fields and run parameters', () => {
  const parameters: SeededParameters = seededBy('0x1');
  const [scenario] = fc.sample(scenarios.rmw_buffer({ chips: ['navi21'], faults: ['F46'] }), {
    ...parameters,
    numRuns: 1,
  });
  const formatViolation = (rule: RuleId, severity: Severity, { wave }: Place): string =>
    `${severity} ${rule} ${typeof wave}`;
  const [{ rule, severity, place }] = runScenario(scenario).violations;
  expect(formatViolation(rule, severity, place)).toBe('error ORD-06 number');
});

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
