import type { ExportOperation } from '../../../../arch/index.js';
import { DepthBuffer } from '../../../../rtl-model/db/depth/depth-buffer.js';
import { type DepthPlan, EARLY } from '../../../../rtl-model/db/depth/depth-plan.js';
import {
  getRemainingSamples,
  type LateWave,
  recordExport,
  resolveQuad,
} from '../../../../rtl-model/db/depth/late-tests.js';
import type { DrawPlan } from '../../../../rtl-model/spi/draw-plan.js';
import type { DrivenExport } from '../../../../rtl-model/sx/export-data.js';
import { DEPTH_SAMPLES, QUAD_COLUMN, QUAD_COLUMNS } from '../../../../transactions/index.js';

const [ALWAYS, LESS] = [7, 1];
const [REPLACE_TEST, REPLACE_OP] = [3, 4];
const [GR_32, UINT16_ABGR, ABGR_32] = [2, 7, 9];
const LANES = 32;
const ALL = [1 | (1 << 16), 1 | (1 << 16)];

const floatBits = (value: number): number => new Int32Array(new Float32Array([value]).buffer)[0]!;

/** Creates a single-quad wave with one sample per pixel, whose late tests read the given values from MRTZ. */
function makeWave(tests: Partial<DepthPlan>, pass = REPLACE_TEST, format = ABGR_32): LateWave {
  const face = {
    func: ALWAYS,
    fail: 0,
    depthFail: 0,
    pass,
    reference: 9,
    operand: 8,
    mask: 255,
    writeMask: 255,
  };
  const state = {
    testsDepth: true,
    testsStencil: true,
    writesDepth: true,
    func: LESS,
    front: face,
    back: face,
    primitiveType: 4,
  };
  const noExports = {
    exportsDepth: false,
    exportsStencilReference: false,
    exportsStencilOperand: false,
    exportsMask: false,
  };
  const quads = new Int32Array(QUAD_COLUMNS);
  quads[QUAD_COLUMN.MASK01] = ALL[0]!;
  quads[QUAD_COLUMN.MASK23] = ALL[1]!;
  const draw = { vertices: [0, 0, 0, 9, 9, 0], depths: [0.5], registers: { SPI_SHADER_Z_FORMAT: format } };
  return {
    number: 0,
    plan: { draw, firstPrimitive: 0, sampling: { samples: 1 } } as unknown as DrawPlan,
    tests: { state, early: EARLY.NONE, ...noExports, ...tests },
    quads,
    activeLanes: new Int32Array(2),
    depth: undefined,
    stencil: undefined,
    mask: undefined,
    exports: [],
    ready: false,
  };
}

function makeExport(
  words: readonly (readonly number[])[],
  operation: Partial<ExportOperation>,
): DrivenExport {
  const data = new Int32Array(4 * LANES);
  for (const [word, lanes] of words.entries()) data.set(lanes, word * LANES);
  return { operation: operation as ExportOperation, lanesLo: 0xf, lanesHi: 0, data };
}

/** Runs a wave's late tests on a buffer with depth 1 and stencil 0, and returns the four pixels' new values. */
function runLateTests(wave: LateWave): { depth: number[]; stencil: number[]; passed: readonly number[] } {
  const buffer = new DepthBuffer(2, 2, { depth: 1, stencil: 0 });
  const passed = resolveQuad(buffer, wave, 0);
  const indices = [0, 1, 2, 3].map((pixel) => pixel * DEPTH_SAMPLES);
  return {
    depth: indices.map((index) => buffer.depth[index]!),
    stencil: indices.map((index) => buffer.stencil[index]!),
    passed,
  };
}

const DEPTHS = [0.25, 2, 0.75, 0.125];
const WORDS = [DEPTHS.map(floatBits), [0x0201, 0x0403, 0x0605, 0x0807], [1, 0, 0, 1]];

it('reads only the enabled channels of an uncompressed export', () => {
  const readValues = (tests: Partial<DepthPlan>, enabled = 0b111) => {
    const wave = makeWave(tests);
    recordExport('gfx10.3', wave, makeExport(WORDS, { enabled, compressed: false }), true);
    return [wave.depth, wave.stencil, wave.mask].map((values) => values && [...values.subarray(0, 4)]);
  };
  expect(readValues({})).toEqual([undefined, undefined, undefined]);
  expect(readValues({ exportsDepth: true })).toEqual([WORDS[0], undefined, undefined]);
  expect(readValues({ exportsStencilReference: true })).toEqual([undefined, WORDS[1], undefined]);
  expect(readValues({ exportsStencilOperand: true })).toEqual([undefined, WORDS[1], undefined]);
  expect(readValues({ exportsMask: true })).toEqual([undefined, undefined, WORDS[2]]);
  const allExports = { exportsDepth: true, exportsStencilReference: true, exportsMask: true };
  expect(readValues(allExports, 0b101)).toEqual([WORDS[0], undefined, WORDS[2]]);
  expect(readValues(allExports, 0b010)).toEqual([undefined, WORDS[1], undefined]);
});

it('ignores values that the export format does not contain', () => {
  const wave = makeWave({ exportsDepth: true, exportsStencilReference: true, exportsMask: true }, 0, GR_32);
  recordExport('gfx10.3', wave, makeExport(WORDS, { enabled: 0b111, compressed: false }), true);
  expect(wave.stencil).toBeDefined();
  expect(wave.mask).toBeUndefined();
});

it.each([
  ['compressed', true, 0b0011, 0b1100],
  ['uncompressed (the only format on GFX11)', false, 0b01, 0b10],
])(
  'reads the stencil from the upper half of the first word of a %s 16-bit export, and the mask from the second word',
  (_, compressed, first, second) => {
    const words = [
      [0x02010000, 0x04030000, 5, 0],
      [1, 0, 0, 1],
    ];
    const readValues = (enabled: number) => {
      const tests = { exportsDepth: true, exportsStencilReference: true, exportsMask: true };
      const wave = makeWave(tests, REPLACE_TEST, UINT16_ABGR);
      recordExport('gfx10.3', wave, makeExport(words, { enabled, compressed }), true);
      return [wave.depth, wave.stencil, wave.mask].map((values) => values && [...values.subarray(0, 4)]);
    };
    const [stencil, mask] = [[0x0201, 0x0403, 0, 0], words[1]];
    expect(readValues(first | second)).toEqual([undefined, stencil, mask]);
    expect(readValues(first)).toEqual([undefined, stencil, undefined]);
    expect(readValues(second)).toEqual([undefined, undefined, mask]);
  },
);

it("keeps the MRTZ values when colour exports follow, but uses the last export's lanes", () => {
  const wave = makeWave({ exportsDepth: true });
  recordExport('gfx10.3', wave, makeExport(WORDS, { enabled: 1, compressed: false }), true);
  recordExport(
    'gfx10.3',
    wave,
    { ...makeExport([[7, 7, 7, 7]], { enabled: 1, compressed: false }), lanesLo: 0b1001 },
    false,
  );
  expect(wave.depth!.subarray(0, 4)).toEqual(Int32Array.from(WORDS[0]!));
  expect(getRemainingSamples({ gfx: 'gfx10.3', lanes: LANES }, wave, 0)).toEqual([1, 1 << 16]);
});

it('keeps only those samples of an active lane that are in the exported mask', () => {
  const wave = makeWave({ exportsMask: true });
  recordExport(
    'gfx10.3',
    wave,
    { ...makeExport(WORDS, { enabled: 0b100, compressed: false }), lanesLo: 0b0111 },
    true,
  );
  expect(getRemainingSamples({ gfx: 'gfx10.3', lanes: LANES }, wave, 0)).toEqual([1, 0]);
});

it('keeps only the samples selected by the exported alpha', () => {
  const wave = makeWave({});
  Object.assign(wave.plan.draw.registers, { DB_ALPHA_TO_MASK: 1, SPI_SHADER_COL_FORMAT: ABGR_32 });
  const alphas = [1, 0, 0.5, 2].map(floatBits);
  recordExport(
    'gfx10.3',
    wave,
    {
      ...makeExport([[], [], [], alphas], { target: 0, enabled: 0b1111, compressed: false }),
      lanesLo: 0b0111,
    },
    false,
  );
  expect(getRemainingSamples({ gfx: 'gfx10.3', lanes: LANES }, wave, 0)).toEqual([1, 0]);
});

it.each([
  [{ exportsStencilReference: true }, REPLACE_TEST, [1, 0, 5, 7]],
  [{ exportsStencilReference: true }, REPLACE_OP, [8, 0, 8, 8]],
  [{ exportsStencilOperand: true }, REPLACE_TEST, [9, 0, 9, 9]],
  [{ exportsStencilOperand: true }, REPLACE_OP, [2, 0, 6, 8]],
  [{}, REPLACE_OP, [8, 0, 8, 8]],
])("when exporting %o, tests each lane's depth and applies stencil operation %i", (tests, pass, stencil) => {
  const wave = makeWave({ exportsDepth: true, ...tests }, pass);
  recordExport('gfx10.3', wave, makeExport(WORDS, { enabled: 0b111, compressed: false }), true);
  expect(runLateTests(wave)).toEqual({ depth: [0.25, 1, 0.75, 0.125], stencil, passed: [1, 1 | (1 << 16)] });
});

it("tests the primitive's depth when none is exported", () => {
  const { depth, stencil } = runLateTests(makeWave({}));
  expect([depth, stencil]).toEqual([
    [0.5, 0.5, 0.5, 0.5],
    [9, 9, 9, 9],
  ]);
});
