import type { DepthTested, Draw, Scenario, Verdict } from '../../../../transactions/index.js';
import { DEPTH_SAMPLES } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import type { TestQuad } from '../../support/test-quads.js';

const [LESS, EQUAL, ALWAYS] = [1, 2, 7];
const Z_ENABLE = 2;
const Z_WRITE = 4;
const STENCIL = 1;
const EARLY_Z = 1 << 4;
/** Enables ordering, requests early tests, and shades pixels that change no attachment. */
const EARLY_TESTS = EARLY_Z | (1 << 10) | (1 << 12) | (1 << 16);
const KILL_ENABLE = 1 << 6;
const EXEC_ON_HIER_FAIL = 1 << 9;

const DEPTH_LESS = Z_ENABLE | Z_WRITE | (LESS << 4);

/** Creates a 2x2-pixel scene with layers at the given depths and a buffer cleared to depth 1 and stencil 5. */
function createLayers(
  depths: readonly number[],
  registers: Draw['registers'],
  draw: Partial<Draw> = {},
): Scenario {
  const vertices = depths.flatMap(() => [0, 0, 2048, 0, 0, 2048]);
  return {
    ...scene({ draw: { width: 2, height: 2, depths, vertices, registers, ...draw } }),
    depthBuffer: { depth: 1, stencil: 5 },
  };
}

const enableEarlyTests = (registers: Draw['registers'] = {}): Draw['registers'] => ({
  DB_DEPTH_CONTROL: DEPTH_LESS,
  DB_SHADER_CONTROL: EARLY_TESTS,
  ...registers,
});

type Masks = readonly [number, number, number, number];

/** A stream that tests quads and forms waves from them. Each wave ends immediately. */
class DepthStream extends Stream {
  private nextWave = 0;

  addTest(
    primitive: number,
    after: Masks,
    changes: { stage?: DepthTested['stage']; before?: Masks } = {},
  ): this {
    const before = changes.before ?? [1, 1, 1, 1];
    return this.add({
      kind: 'depth-tested',
      cycle: this.cycle + 1,
      stage: changes.stage ?? 'early',
      draw: 0,
      primitive,
      x: 0,
      y: 0,
      before01: before[0] | (before[1] << 16),
      before23: before[2] | (before[3] << 16),
      after01: after[0] | (after[1] << 16),
      after23: after[2] | (after[3] << 16),
    });
  }

  addWave(primitive: number, masks: Masks): this {
    const quad: TestQuad = { x: 0, y: 0, primitive, masks };
    return this.form([quad]).end(this.nextWave++);
  }

  /** Adds a dump of the final buffer with the given values in the first sample of each pixel. */
  addDump(depth: number, stencil: number): this {
    const isFirstSample = (index: number): boolean => index % DEPTH_SAMPLES === 0;
    return this.add({
      kind: 'depth-dumped',
      cycle: this.cycle + 1,
      width: 2,
      height: 2,
      depth: new Float32Array(4 * DEPTH_SAMPLES).map((_, index) => (isFirstSample(index) ? depth : 1)),
      stencil: new Uint8Array(4 * DEPTH_SAMPLES).map((_, index) => (isFirstSample(index) ? stencil : 5)),
    });
  }

  finish(): Verdict {
    return this.add({ kind: 'draw-end', cycle: this.cycle + 1, draw: 0 })
      .quiesce()
      .judge();
  }

  listFired(): string[] {
    return listFiredRules(this.finish()).filter((rule) => rule === 'ORD-10' || rule === 'LAUNCH-06');
  }
}

const ALL: Masks = [1, 1, 1, 1];
const NONE: Masks = [0, 0, 0, 0];
const FIRST: Masks = [1, 0, 0, 0];
const REST: Masks = [0, 1, 1, 1];

describe('early tests', () => {
  test('drop fragments hidden by older primitives, which then need not be shaded', () => {
    const createStream = (): DepthStream =>
      new DepthStream(createLayers([0.5, 0.75], enableEarlyTests())).addTest(0, ALL).addWave(0, ALL);
    const legalVerdict = createStream().addTest(1, NONE).finish();
    expect(listFiredRules(legalVerdict)).toEqual([]);
    expect(legalVerdict.armed['ORD-10']).toBe(4);
    expect(createStream().addTest(1, FIRST).addWave(1, FIRST).listFired()).toEqual(['ORD-10']);
    expect(createStream().addTest(1, NONE).addWave(1, FIRST).listFired()).toEqual(['LAUNCH-06']);
  });

  test('must cover every sample that a primitive covers', () => {
    const stream = new DepthStream(createLayers([0.5], enableEarlyTests()))
      .addTest(0, REST, { before: REST })
      .addWave(0, ALL);
    const violations = stream.finish().violations.filter(({ rule }) => rule === 'ORD-10');
    expect(violations.map(({ allowed, observed }) => [allowed, observed])).toEqual([
      [
        'Primitive 0 covers 4 samples, which are tested before its shader runs.',
        '3 samples are tested early.',
      ],
    ]);
  });

  test('are required with conservative depth export, unless a stencil test also acts on depth failures', () => {
    const Z_EXPORT_ABOVE = 1 | (1 << 13);
    const listFiringsWithoutTest = (depthControl: number): string[] => {
      const registers = { DB_DEPTH_CONTROL: depthControl, DB_SHADER_CONTROL: EARLY_Z | Z_EXPORT_ABOVE };
      return new DepthStream(createLayers([0.5], registers))
        .addWave(0, ALL)
        .addTest(0, NONE, { stage: 'late' })
        .listFired();
    };
    const depthGreater = Z_ENABLE | (4 << 4);
    expect([
      listFiringsWithoutTest(depthGreater),
      listFiringsWithoutTest(depthGreater | STENCIL | (ALWAYS << 8)),
    ]).toEqual([['ORD-10'], []]);
  });

  test('must run in primitive order', () => {
    const scenario = createLayers([0.5, 0.25], enableEarlyTests());
    const orderedStream = new DepthStream(scenario)
      .addTest(0, ALL)
      .addWave(0, ALL)
      .addTest(1, ALL)
      .addWave(1, ALL);
    expect(orderedStream.listFired()).toEqual([]);
    const swappedStream = new DepthStream(scenario).addTest(1, ALL).addWave(1, ALL).addTest(0, NONE);
    const [violation] = swappedStream.finish().violations;
    expect(violation).toMatchObject({ rule: 'ORD-10', place: { primitive: 0, pixel: [0, 0] } });
    expect(violation.observed).toBe('The early test of primitive 0 runs after a test of primitive 1.');
  });

  test('must not drop anything if every fragment has to be tested late', () => {
    const registers = enableEarlyTests({ DB_SHADER_CONTROL: EXEC_ON_HIER_FAIL });
    const farLayer = createLayers([2], registers);
    const earlyStream = new DepthStream(farLayer).addTest(0, NONE);
    expect(earlyStream.listFired()).toEqual(['ORD-10']);
    const lateStream = new DepthStream(farLayer).addWave(0, ALL).addTest(0, NONE, { stage: 'late' });
    expect(lateStream.listFired()).toEqual([]);
    const droppableLayer = createLayers([2], enableEarlyTests({ DB_SHADER_CONTROL: 0 }));
    expect(new DepthStream(droppableLayer).addTest(0, NONE).listFired()).toEqual([]);
  });

  test('leave both rules unchecked if they are not in the stream', () => {
    const { unchecked } = new DepthStream(createLayers([0.5], enableEarlyTests())).addWave(0, FIRST).finish();
    expect(unchecked.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['ORD-10', 'LAUNCH-06']));
  });
});

describe('late tests', () => {
  const lateRegisters = enableEarlyTests({ DB_SHADER_CONTROL: EXEC_ON_HIER_FAIL });

  test('run once for each shaded sample', () => {
    const scenario = createLayers([0.5], lateRegisters);
    const shadeAll = (): DepthStream => new DepthStream(scenario).addWave(0, ALL);
    expect(shadeAll().addTest(0, ALL, { stage: 'late' }).listFired()).toEqual([]);
    expect(shadeAll().addTest(0, REST, { stage: 'late', before: REST }).listFired()).toEqual(['ORD-10']);
    const doubleTest = shadeAll().addTest(0, ALL, { stage: 'late' }).addTest(0, NONE, { stage: 'late' });
    expect(doubleTest.listFired()).toEqual(['ORD-10']);
  });

  test('that are missing are reported at the end, after any earlier violations', () => {
    const stream = new DepthStream(createLayers([0.5], lateRegisters)).addWave(0, ALL);
    const { violations } = stream.addTest(0, REST, { stage: 'late', before: REST }).finish();
    const violation = violations.find(({ rule }) => rule === 'ORD-10')!;
    expect(violation.cycle).toBe(Math.max(...violations.map(({ cycle }) => cycle)));
    expect(violation.cycle).toBeGreaterThan(0);
  });

  test('may skip killed samples after early tests that only drop samples', () => {
    const scenario = createLayers(
      [0.5, 0.75],
      enableEarlyTests({ DB_SHADER_CONTROL: EARLY_Z | KILL_ENABLE }),
    );
    const stream = new DepthStream(scenario).addTest(0, ALL).addWave(0, ALL);
    stream.addTest(0, FIRST, { stage: 'late', before: FIRST });
    // The killed samples wrote no depth, so the second primitive passes there.
    expect(
      stream.addTest(1, REST).addWave(1, REST).addTest(1, REST, { stage: 'late', before: REST }).listFired(),
    ).toEqual([]);
  });

  test('must not follow early tests that have already written', () => {
    const stream = new DepthStream(createLayers([0.5], enableEarlyTests())).addTest(0, ALL).addWave(0, ALL);
    expect(stream.addTest(0, NONE, { stage: 'late' }).listFired()).toEqual(['ORD-10']);
  });
});

describe('the final buffer', () => {
  test('holds the depth of the primitive that passed', () => {
    const checkDump = (depth: number): string[] =>
      new DepthStream(createLayers([0.5], enableEarlyTests()))
        .addTest(0, ALL)
        .addWave(0, ALL)
        .addDump(depth, 5)
        .listFired();
    expect(checkDump(0.5)).toEqual([]);
    expect(checkDump(1)).toEqual(['ORD-10']);
  });

  test('holds stencil values computed with the compare function, operation and masks', () => {
    // The test is EQUAL to 13 in the low three bits, so 5 passes. A pass adds 7 with wrapping through write mask 0x0e.
    const registers = {
      DB_DEPTH_CONTROL: STENCIL | (EQUAL << 8),
      DB_STENCIL_CONTROL: 8 << 4,
      DB_STENCILREFMASK: 13 | (7 << 8) | (0x0e << 16) | (7 << 24),
      DB_SHADER_CONTROL: EARLY_TESTS,
    };
    const checkDump = (stencil: number): string[] =>
      new DepthStream(createLayers([0.5], registers))
        .addTest(0, ALL)
        .addWave(0, ALL)
        .addDump(1, stencil)
        .listFired();
    // 5 + 7 is 12; bit 0 keeps its old value, 1.
    expect(checkDump(13)).toEqual([]);
    expect(checkDump(12)).toEqual(['ORD-10']);
  });

  test('is not checked if the shader computes the depth', () => {
    const registers = enableEarlyTests({
      DB_DEPTH_CONTROL: Z_ENABLE | Z_WRITE | (ALWAYS << 4),
      DB_SHADER_CONTROL: EXEC_ON_HIER_FAIL | 1,
    });
    const stream = new DepthStream(createLayers([0.5], registers)).addWave(0, ALL);
    expect(stream.addTest(0, ALL, { stage: 'late' }).addDump(0.125, 5).listFired()).toEqual([]);
  });

  test('is unchanged if the depth from the shader fails the test', () => {
    const registers = enableEarlyTests({ DB_SHADER_CONTROL: EXEC_ON_HIER_FAIL | 1 });
    const checkDump = (depth: number): string[] => {
      const stream = new DepthStream(createLayers([0.5], registers)).addWave(0, ALL);
      return stream.addTest(0, NONE, { stage: 'late' }).addDump(depth, 5).listFired();
    };
    expect([checkDump(1), checkDump(0.125)]).toEqual([[], ['ORD-10']]);
  });
});
