import fc from 'fast-check';
import { OutstandingTests } from '../../../../rtl-model/db/depth/depth-block.js';
import { runScenario } from '../../../../rtl-model/index.js';
import {
  DEPTH_SAMPLES,
  type DepthTested,
  QUAD_COLUMN,
  QUAD_COLUMNS,
  type Scenario,
} from '../../../../transactions/index.js';
import { scene, WIDTH } from '../../../checkers/support/scenes.js';

const EDGE = 18;

interface QuadPosition {
  readonly x: number;
  readonly y: number;
  /** Log2 of the fragment width in pixels. */
  readonly rateX: number;
  /** Log2 of the fragment height in pixels. */
  readonly rateY: number;
}

/** Quad positions at any shading rate, aligned to the quad's size. */
const positions = fc
  .record({ column: fc.nat(8), row: fc.nat(8), rateX: fc.nat(2), rateY: fc.nat(2) })
  .map(({ column, row, rateX, rateY }) => ({
    x: (2 * column) & -(2 << rateX),
    y: (2 * row) & -(2 << rateY),
    rateX,
    rateY,
  }));

function makeQuad({ x, y, rateX, rateY }: QuadPosition): Int32Array {
  const quad = new Int32Array(QUAD_COLUMNS);
  quad[QUAD_COLUMN.X] = x;
  quad[QUAD_COLUMN.Y] = y;
  quad[QUAD_COLUMN.RATE] = rateX | (rateY << 2);
  return quad;
}

function sharePixel(a: QuadPosition, b: QuadPosition): boolean {
  const overlapsX = a.x < b.x + (2 << b.rateX) && b.x < a.x + (2 << a.rateX);
  const overlapsY = a.y < b.y + (2 << b.rateY) && b.y < a.y + (2 << a.rateY);
  return overlapsX && overlapsY;
}

it('a quad waits if and only if it shares a pixel with a quad that has a pending test, at any shading rate', () => {
  fc.assert(
    fc.property(fc.array(positions, { maxLength: 6 }), fc.nat(6), positions, (counted, done, candidate) => {
      const tests = new OutstandingTests(EDGE, EDGE);
      for (const position of counted) tests.count(makeQuad(position), 0, 1);
      for (const position of counted.slice(0, done)) tests.count(makeQuad(position), 0, -1);
      const waiting = counted.slice(done);
      expect(tests.overlapsQuad(makeQuad(candidate), 0)).toBe(
        waiting.some((position) => sharePixel(position, candidate)),
      );
    }),
    { numRuns: 500 },
  );
});

const ORDERED = 1 << 16;
const EXEC_ON_HIER_FAIL = 1 << 9;
const BEFORE_SHADER = 1 << 12;
const LESS_AND_WRITE = (1 << 1) | (1 << 2) | (1 << 4);

interface Outcome {
  readonly depth: Float32Array;
  readonly tested: readonly DepthTested[];
  /** The primitives shaded at each quad position, in formation order. */
  readonly shaded: ReadonlyMap<number, number[]>;
}

function run(scenario: Scenario): Outcome {
  let depth = new Float32Array();
  const tested: DepthTested[] = [];
  const shaded = new Map<number, number[]>();
  runScenario(scenario, (t) => {
    if (t.kind === 'depth-tested') tested.push(t);
    if (t.kind === 'depth-dumped') depth = t.depth.slice();
    if (t.kind !== 'wave-formed') return;
    for (let quad = 0; quad < t.quadCount; quad++) {
      const offset = quad * QUAD_COLUMNS;
      const position = t.quads[offset + 1] * WIDTH + t.quads[offset];
      shaded.set(position, [...(shaded.get(position) ?? []), t.quads[offset + 2]]);
    }
  });
  return { depth, tested, shaded };
}

function makeScenario(
  control: number,
  depths: readonly number[],
  seed: string,
  overrides: Partial<Scenario> = {},
): Scenario {
  const registers = {
    SPI_SHADER_PGM_RSRC2_PS: 1 << 25,
    PA_SC_SHADER_CONTROL: 1 << 2,
    SPI_SHADER_COL_FORMAT: 1,
    DB_SHADER_CONTROL: ORDERED | control,
    DB_DEPTH_CONTROL: LESS_AND_WRITE,
  };
  const layers = scene({ primitives: depths.length, draw: { registers, depths }, freedoms: { packers: 2 } });
  return {
    ...layers,
    depthBuffer: { depth: 1, stencil: 0 },
    schedule: { strategy: 'random', seed },
    ...overrides,
  };
}

const depthList = fc.array(
  fc.integer({ min: 0, max: 8 }).map((value) => value / 8),
  { minLength: 1, maxLength: 6 },
);
const seeds = fc.integer({ min: 1, max: 1000 }).map((value) => `0x${value.toString(16)}`);

/** Returns the full-screen layers that pass a "less" test at a pixel: those nearer than every earlier layer. */
function findVisibleLayers(depths: readonly number[]): number[] {
  const visible: number[] = [];
  let nearest = 1;
  depths.forEach((depth, primitive) => {
    if (depth >= nearest) return;
    nearest = depth;
    visible.push(primitive);
  });
  return visible;
}

describe('depth tests of full-screen layers', () => {
  it('limit shading to layers nearer than every earlier layer if run before the shader', () => {
    fc.assert(
      fc.property(depthList, seeds, (depths, seed) => {
        const { shaded, depth } = run(makeScenario(BEFORE_SHADER, depths, seed));
        const visible = findVisibleLayers(depths);
        expect(shaded.size).toBe(visible.length === 0 ? 0 : (WIDTH * WIDTH) / 4);
        for (const primitives of shaded.values()) expect(primitives).toEqual(visible);
        expect(depth[0]).toBe(Math.min(1, ...depths));
      }),
      { numRuns: 12 },
    );
  });

  it('pass the same layers in primitive order at each pixel, but do not limit shading, if run after the shader', () => {
    fc.assert(
      fc.property(depthList, seeds, (depths, seed) => {
        const { shaded, tested, depth } = run(makeScenario(EXEC_ON_HIER_FAIL, depths, seed));
        for (const primitives of shaded.values()) expect(primitives).toEqual(depths.map((_, i) => i));
        const corner = tested.filter(({ x, y }) => x === 0 && y === 0);
        expect(corner.map(({ primitive }) => primitive)).toEqual(depths.map((_, i) => i));
        const passed = corner.filter(({ after01 }) => after01 !== 0).map(({ primitive }) => primitive);
        expect(passed).toEqual(findVisibleLayers(depths));
        expect(depth.filter((_, index) => index % DEPTH_SAMPLES === 0)).toEqual(
          new Float32Array(WIDTH * WIDTH).fill(Math.min(1, ...depths)),
        );
      }),
      { numRuns: 12 },
    );
  });

  it('wait for the late tests of earlier primitives if run before the shader', () => {
    const late = makeScenario(EXEC_ON_HIER_FAIL, [0.5], '0x9');
    const [first] = late.draws;
    const early = { DB_SHADER_CONTROL: ORDERED | BEFORE_SHADER };
    const second = { ...first, depths: [0.75], registers: { ...first.registers, ...early } };
    const { shaded, tested } = run({ ...late, draws: [first, second] });
    expect([...new Set(shaded.values())].every((primitives) => primitives.length === 1)).toBe(true);
    const stages = tested.filter(({ x, y }) => x === 0 && y === 0).map(({ stage }) => stage);
    expect(stages).toEqual(['late', 'early']);
  });

  it("only drop whole pixels before a late test if failing pixels don't have to be shaded", () => {
    expect([...run(makeScenario(0, [0.5, 0.75], '0x9')).shaded.values()][0]).toEqual([0]);
    expect([...run(makeScenario(EXEC_ON_HIER_FAIL, [0.5, 0.75], '0x9')).shaded.values()][0]).toEqual([0, 1]);
  });
});

it('does not test depth without a depth buffer', () => {
  const { depthBuffer: _, ...scenario } = makeScenario(BEFORE_SHADER, [0.5, 0.75], '0x9');
  const { tested, shaded, depth } = run(scenario);
  expect([tested.length, depth.length]).toEqual([0, 0]);
  expect([...shaded.values()][0]).toEqual([0, 1]);
});
