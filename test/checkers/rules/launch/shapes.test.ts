import type { Scenario, Verdict } from '../../../../transactions/index.js';
import { type SceneChanges, scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';
import type { TestQuad } from '../../support/test-quads.js';

const createSmallScene = (draw: SceneChanges['draw'], chip: SceneChanges['chip'] = 'navi31'): Scenario =>
  scene({ chip, draw: { width: 8, height: 8, ...draw } });

/** Returns the LAUNCH-06 violations in a run whose only wave has the given quads. */
function findShadingViolations(scenario: Scenario, quads: readonly TestQuad[]): Verdict['violations'] {
  const stream = new Stream(scenario).form(quads).add({ kind: 'draw-end', cycle: 2, draw: 0 });
  const { violations } = stream.quiesce().judge();
  return violations.filter(({ rule }) => rule === 'LAUNCH-06');
}

test('checks each of 16 samples at its own position', () => {
  // A point half a pixel wide, which covers the left half of pixel (2, 2).
  const point = {
    samples: 16 as const,
    vertices: [576, 640, 576, 640, 576, 640],
    registers: { VGT_PRIMITIVE_TYPE: 1, PA_SU_POINT_SIZE: (4 << 16) | 8 },
  };
  const leftHalf = [1, 2, 4, 8, 10, 11, 12, 15].reduce((mask, sample) => mask | (1 << sample), 0);
  const quad = { x: 2, y: 2, primitive: 0 };
  expect(findShadingViolations(createSmallScene(point), [{ ...quad, masks: [leftHalf, 0, 0, 0] }])).toEqual(
    [],
  );
  const [violation] = findShadingViolations(createSmallScene(point), [
    { ...quad, masks: [leftHalf & ~2, 0, 0, 0] },
  ]);
  expect(violation.allowed).toContain('samples 1, 2, 4, 8, 10, 11, 12, 15 of pixel (2, 2)');
});

/** A rectangle from pixel (1, 0) to (4, 3), exclusive. */
const RECTANGLE = [256, 0, 1024, 0, 256, 768];
const COARSE_REGISTERS = { VGT_PRIMITIVE_TYPE: 17, GE_VRS_RATE: 0x11, DB_SHADER_CONTROL: 1 << 16 };
const COARSE_QUAD = { x: 0, y: 0, primitive: 0, rate: 5 };

test('requires one invocation per coarse fragment, with the fine pixels that it covers', () => {
  const scenario = createSmallScene({ vertices: RECTANGLE, registers: COARSE_REGISTERS });
  const masks = [0b1010, 0b1111, 0b0010, 0b0011] as const;
  expect(findShadingViolations(scenario, [{ ...COARSE_QUAD, masks }])).toEqual([]);
  const [violation] = findShadingViolations(scenario, [
    { ...COARSE_QUAD, masks: [0b1011, 0b1111, 0b0010, 0b0011] },
  ]);
  expect(violation.allowed).toBe(
    'A single invocation shades mask bits 0xa of the 2x2 fragment at pixel (0, 0) for primitive 0.',
  );
  expect(violation.place.pixel).toEqual([0, 0]);
});

test('fires for a quad whose shading rate does not match the registers', () => {
  const fineScene = createSmallScene({ vertices: RECTANGLE, registers: COARSE_REGISTERS }, 'navi21');
  const coarseQuads = [{ ...COARSE_QUAD, masks: [0b1010, 0b1111, 0b0010, 0b0011] as const }];
  const [violation] = findShadingViolations(fineScene, coarseQuads);
  expect(violation.observed).toContain('No wave shades it');
  const fineQuads = [
    { x: 0, y: 0, primitive: 0, masks: [0, 1, 0, 1] as const },
    { x: 2, y: 0, primitive: 0 },
    { x: 0, y: 2, primitive: 0, masks: [0, 1, 0, 0] as const },
    { x: 2, y: 2, primitive: 0, masks: [1, 1, 0, 0] as const },
  ];
  expect(findShadingViolations(fineScene, fineQuads)).toEqual([]);
  expect(
    findShadingViolations(createSmallScene({ vertices: RECTANGLE, registers: COARSE_REGISTERS }), fineQuads),
  ).not.toEqual([]);
});
