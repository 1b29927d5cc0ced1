import type { Scenario, Verdict } from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launches.js';
import { type SceneChanges, scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import type { TestQuad } from '../../support/test-quads.js';

/** A triangle with corners at the pixels (0, 0), (4, 0) and (0, 4). */
const CORNER = [0, 0, 1024, 0, 0, 1024];
const SCREEN = [0, 0, 8192, 0, 0, 8192];

/** Returns the quads that `CORNER` covers. Pixel centres on its diagonal are not covered. */
const getCornerQuads = (primitive: number): TestQuad[] => [
  { x: 0, y: 0, primitive },
  { x: 2, y: 0, primitive, masks: [1, 0, 0, 0] },
  { x: 0, y: 2, primitive, masks: [1, 0, 0, 0] },
];

/** Returns the quads that cover a screen of `size` by `size` pixels. */
function coverScreen(size: number, primitive: number, masks: readonly number[], sample = 0): TestQuad[] {
  const quads: TestQuad[] = [];
  const pixelMasks = masks as unknown as readonly [number, number, number, number];
  for (let y = 0; y < size; y += 2) {
    for (let x = 0; x < size; x += 2) quads.push({ x, y, primitive, masks: pixelMasks, sample });
  }
  return quads;
}

const createCorners = (count: number): Scenario =>
  scene({ draw: { vertices: Array.from({ length: count }, () => CORNER).flat() } });

const createSmallScene = (changes: SceneChanges['draw'], moreDraws?: SceneChanges['moreDraws']): Scenario =>
  scene({
    draw: { width: 4, height: 4, vertices: SCREEN, ...changes },
    ...(moreDraws === undefined ? {} : { moreDraws }),
  });

function checkWaves(scenario: Scenario, ...waves: readonly (readonly TestQuad[])[]): Verdict {
  const stream = new Stream(scenario);
  for (const quads of waves) stream.form(quads);
  scenario.draws.forEach((_, draw) => {
    stream.add({ kind: 'draw-end', cycle: stream.cycle + 1, draw });
  });
  return stream.quiesce().judge();
}

const findViolations = (verdict: Verdict) => verdict.violations.filter(({ rule }) => rule === 'LAUNCH-06');

test('does not fire for covered quads, regardless of their order or which wave they are in', () => {
  const [corner, right, below] = getCornerQuads(0);
  const verdict = checkWaves(createCorners(2), [below, corner], [right], getCornerQuads(1));
  expect(findViolations(verdict)).toEqual([]);
  expect(verdict.armed['LAUNCH-06']).toBe(2);
});

test('fires only for a quad that covers no sample', () => {
  const [corner, right, below] = getCornerQuads(0);
  const emptyQuad: TestQuad = { x: 2, y: 2, primitive: 0, masks: [0, 0, 0, 0] };
  const [violation, ...others] = findViolations(
    checkWaves(createCorners(1), [corner!, right!, below!, emptyQuad]),
  );
  expect(violation?.observed).toMatch(/^Quad 3 of wave 0.* covers no samples\.$/);
  expect(violation?.place.pixel).toEqual([2, 2]);
  expect(others).toEqual([]);
});

test('fires when a quad is dropped, and reports its pixel', () => {
  const [corner, , below] = getCornerQuads(0);
  const [violation, ...others] = findViolations(checkWaves(createCorners(1), [corner, below]));
  expect(others).toEqual([]);
  expect(violation.place).toMatchObject({ draw: 0, primitive: 0, pixel: [2, 0] });
  expect(violation.allowed).toBe('A single invocation shades sample 0 of pixel (2, 0) for primitive 0.');
  expect(violation.observed).toBe('No wave shades it. In total, the primitive has 1 mismatched invocation.');
  // The stream's only wave is formed in cycle 1, and the draw ends one cycle later. The quad may appear until
  // then.
  expect(violation.cycle).toBe(2);
});

test('fires when an edge covers an extra sample', () => {
  const quads = getCornerQuads(0).map((quad) =>
    quad.x === 2 ? { ...quad, masks: [1, 1, 0, 0] as const } : quad,
  );
  const [violation] = findViolations(checkWaves(createCorners(1), quads));
  expect(violation.place).toMatchObject({ wave: 0, primitive: 0, pixel: [3, 0] });
  expect(violation.allowed).toContain('No wave shades pixel (3, 0) for primitive 0');
});

test('fires when quads are labelled with the previous primitive, and reports the right one', () => {
  const verdict = checkWaves(createCorners(3), getCornerQuads(0), getCornerQuads(1), getCornerQuads(1));
  const violations = findViolations(verdict);
  expect(violations.map(({ place }) => place.primitive)).toEqual(expect.arrayContaining([1, 2]));
  const unshaded = violations.find(({ place }) => place.primitive === 2);
  expect(unshaded?.observed).toContain('No wave shades it');
});

test('fires when quads are labelled with a primitive that does not exist', () => {
  const violations = findViolations(checkWaves(createCorners(1), getCornerQuads(-1)));
  expect(violations.map(({ observed }) => observed).join()).toContain('for primitive -1');
});

test('fires when a primitive is lost', () => {
  const violations = findViolations(checkWaves(createCorners(3), getCornerQuads(0), getCornerQuads(2)));
  expect(violations.map(({ place }) => place.primitive)).toEqual([1]);
});

test('fires when a quad is shaded twice', () => {
  const [violation] = findViolations(
    checkWaves(createCorners(1), getCornerQuads(0), getCornerQuads(0).slice(1, 2)),
  );
  expect(violation.observed).toMatch(/wave 0 .* shades sample 0, and wave 1 .* shades sample 0/);
});

test('fires when a wave shades a primitive from a different draw', () => {
  const scenario = scene({ draw: { vertices: CORNER }, moreDraws: [{}] });
  const violations = findViolations(checkWaves(scenario, getCornerQuads(0), getCornerQuads(1)));
  expect(violations[0].observed).toContain('in draw 0, while the primitive belongs to draw 1');
});

test('applies the scissors and the sample mask to each pixel of a quad', () => {
  const scissors = createSmallScene({
    registers: { PA_SC_GENERIC_SCISSOR_TL: 2, PA_SC_SCREEN_SCISSOR_BR: 0x20004 },
  });
  expect(findViolations(checkWaves(scissors, [{ x: 2, y: 0, primitive: 0 }]))).toEqual([]);
  expect(findViolations(checkWaves(scissors, coverScreen(4, 0, [1, 1, 1, 1])))).not.toEqual([]);
  const sampleMask = createSmallScene({
    samples: 2,
    registers: { PA_SC_AA_MASK_X0Y0_X1Y0: 0x00010003, PA_SC_AA_MASK_X0Y1_X1Y1: 0x00020000 },
  });
  expect(findViolations(checkWaves(sampleMask, coverScreen(4, 0, [3, 1, 0, 2])))).toEqual([]);
  expect(findViolations(checkWaves(sampleMask, coverScreen(4, 0, [3, 3, 0, 2])))).not.toEqual([]);
});

test('requires one invocation per iteration in sample-rate shading', () => {
  const scenario = createSmallScene({
    samples: 4,
    registers: { PA_SC_MODE_CNTL_1: 1 << 16, DB_EQAA: 1 << 4 },
  });
  const first = coverScreen(4, 0, [5, 5, 5, 5], 0);
  const second = coverScreen(4, 0, [10, 10, 10, 10], 1);
  expect(findViolations(checkWaves(scenario, first, second))).toEqual([]);
  const [missing] = findViolations(checkWaves(scenario, first));
  expect(missing.allowed).toContain('samples 1, 3 of pixel (0, 0) for primitive 0 in iteration 1');
});

test('does not check a run that may still be holding back quads, and reports draws that never end', () => {
  const waiting = { unit: 'packer', index: 0, pc: -1, cause: { on: 'id-window', packer: 0 } } as const;
  const hungStream = new Stream(createCorners(1))
    .form([])
    .add({ kind: 'draw-end', cycle: 2, draw: 0 })
    .quiesce([waiting]);
  expect(listFiredRules(hungStream.judge())).not.toContain('LAUNCH-06');
  const stoppedStream = new Stream(createCorners(1)).form([]).add({ kind: 'draw-end', cycle: 2, draw: 0 });
  expect(listFiredRules(stoppedStream.judge())).not.toContain('LAUNCH-06');
  const verdict = new Stream(createCorners(1)).form([]).quiesce().judge();
  expect(verdict.unchecked).toContainEqual({ rule: 'LAUNCH-06', missing: 'draw-end for every draw' });
});

test('checks a hung device only if every wave was launched and no packer is waiting', () => {
  const SLOT = { on: 'launch-resource', resource: 'wave-slot' } as const;
  const findFiredRules = (unit: 'wave' | 'packer', isLaunched: boolean): string[] => {
    const stream = new Stream(createCorners(1)).form(getCornerQuads(0).slice(1));
    if (isLaunched) stream.add(makeLaunch(2, 0, 0));
    stream.add({ kind: 'draw-end', cycle: 3, draw: 0 }).quiesce([{ unit, index: 0, pc: -1, cause: SLOT }]);
    return listFiredRules(stream.judge()).filter((rule) => rule === 'LAUNCH-06');
  };
  expect(findFiredRules('wave', false)).toEqual([]);
  expect(findFiredRules('packer', true)).toEqual([]);
  expect(findFiredRules('wave', true)).toEqual(['LAUNCH-06']);
});
