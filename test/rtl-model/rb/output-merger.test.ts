import { assembleProgram, type ExportOperation } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { OutputMerger } from '../../../rtl-model/rb/output-merger.js';
import { Wave } from '../../../rtl-model/wave.js';
import type { Scenario } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';
import { buildScene, getTransactions } from '../support/run-program.js';

const ONE = 0x3f800000;
const HALF = 0x3f000000;

/** Returns a program that exports red, green, blue and alpha as 32-bit floats. */
const exportColour = (...channels: readonly number[]): string => `
  ${channels.map((bits, i) => `v_mov_b32_e32 v${i}, 0x${bits.toString(16)}`).join('\n')}
  exp mrt0 v0, v1, v2, v3 done vm
  s_endpgm`;

const ABGR_32 = 9;
const makeRegisters = (mask: number, blend = 0) => ({
  SPI_SHADER_COL_FORMAT: ABGR_32,
  CB_TARGET_MASK: mask,
  CB_SHADER_MASK: 0xf,
  ...(blend === 0 ? {} : { CB_BLEND0_CONTROL: blend }),
});

/** Returns the first texel after a draw that writes all channels and a second draw with the given registers. */
function drawAndRead(first: string, second: string, secondRegs: Scenario['draws'][0]['registers']): number[] {
  const scene = buildScene(first, { registers: makeRegisters(0xf) });
  const [draw] = scene.draws;
  const [program] = scene.programs;
  const scenario: Scenario = {
    ...scene,
    programs: [program!, { ...program!, words: assembleProgram(second, 'gfx10.3') }],
    draws: [draw!, { ...draw!, program: 1, registers: secondRegs }],
    colourBuffers: ['rgba32f'],
  };
  const [dumped] = getTransactions(scenario, 'colour-dumped');
  const texels = dumped!.words.length / 4;
  const getTexel = (index: number) => [...dumped!.words.subarray(4 * index, 4 * index + 4)];
  for (let index = 1; index < texels; index++) expect(getTexel(index)).toEqual(getTexel(0));
  return getTexel(0);
}

it.each([0b1110, 0b1101, 0b1011, 0b0111, 0b0001])(
  'leaves the channels disabled by target mask %i unchanged',
  (mask) => {
    const stored = [ONE, ONE, ONE, ONE];
    const after = drawAndRead(
      exportColour(...stored),
      exportColour(HALF, HALF, HALF, HALF),
      makeRegisters(mask),
    );
    expect(after).toEqual(stored.map((word, i) => ((mask >>> i) & 1 ? HALF : word)));
  },
);

it('writes nothing without a shader mask or a target mask', () => {
  const { CB_TARGET_MASK: target, CB_SHADER_MASK: shader, SPI_SHADER_COL_FORMAT } = makeRegisters(0xf);
  const [before, after] = [exportColour(ONE, ONE, ONE, ONE), exportColour(HALF, HALF, HALF, HALF)];
  const unchanged = [ONE, ONE, ONE, ONE];
  expect(drawAndRead(before, after, { SPI_SHADER_COL_FORMAT, CB_TARGET_MASK: target })).toEqual(unchanged);
  expect(drawAndRead(before, after, { SPI_SHADER_COL_FORMAT, CB_SHADER_MASK: shader })).toEqual(unchanged);
});

it('takes the colour from the first export that has any channels enabled', () => {
  const written = [ONE, HALF, 0, ONE];
  const empty = 'exp mrt0 off, off, off, off';
  expect(
    drawAndRead(exportColour(0, 0, 0, 0), `${empty}${exportColour(...written)}`, makeRegisters(0xf)),
  ).toEqual(written);
});

it('ignores waves that no packer has formed', () => {
  const context = new DeviceContext(scene(), new ReplayChoices([]), null);
  const merger = new OutputMerger(context, { width: 2, height: 2, samples: 1 }, ['rgba32f']);
  const operation = { target: 12, enabled: 0xf, compressed: false, done: true } as ExportOperation;
  merger.exported(new Wave(0), { operation, lanesLo: 1, lanesHi: 0, data: new Int32Array(128) });
  expect(merger.isIdle).toBe(true);
});

it('blends with the stored colour by adding source and destination, both weighted by one', () => {
  const ADD_ONE_ONE = (1 << 30) | 1 | (1 << 8);
  const after = drawAndRead(
    exportColour(HALF, ONE, 0, HALF),
    exportColour(HALF, 0, ONE, HALF),
    makeRegisters(0xf, ADD_ONE_ONE),
  );
  expect(after).toEqual([ONE, ONE, ONE, ONE]);
});

it("takes coverage from colour 0's alpha, not the depth target's, unless DB_SHADER_CONTROL says otherwise", () => {
  const registers = {
    ...makeRegisters(0xf),
    ...{ SPI_SHADER_Z_FORMAT: ABGR_32, DB_ALPHA_TO_MASK: 1, DB_SHADER_CONTROL: 0 },
  };
  const unchanged = [HALF, HALF, HALF, HALF];
  const exported = `v_mov_b32_e32 v4, 1.0\n  exp mrtz v4, v4, v4, v4${exportColour(ONE, ONE, ONE, 0)}`;
  const fromDepth = { ...registers, DB_SHADER_CONTROL: 1 << 7 };
  expect(drawAndRead(exportColour(...unchanged), exported, registers)).toEqual(unchanged);
  expect(drawAndRead(exportColour(...unchanged), exported, fromDepth)).toEqual([ONE, ONE, ONE, 0]);
});

it('ignores exports to targets without buffers', () => {
  const bothTargets = `exp mrt1 v0, v1, v2, v3${exportColour(ONE, HALF, 0, ONE)}`;
  const twoTargets = {
    ...makeRegisters(0xff),
    CB_SHADER_MASK: 0xff,
    SPI_SHADER_COL_FORMAT: ABGR_32 | (ABGR_32 << 4),
  };
  expect(drawAndRead(exportColour(0, 0, 0, 0), bothTargets, twoTargets)).toEqual([ONE, HALF, 0, ONE]);
});

it('writes every pixel of a coarse fragment at its own position', () => {
  const COARSE = { GE_VRS_RATE: 1 | (1 << 4) };
  const after = drawAndRead(exportColour(ONE, 0, 0, 0), exportColour(HALF, ONE, 0, 0), {
    ...makeRegisters(0xf),
    ...COARSE,
  });
  expect(after).toEqual([HALF, ONE, 0, 0]);
});

it('writes only the pixels that a draw covers', () => {
  const scene = buildScene(exportColour(ONE, 0, 0, 0), { registers: makeRegisters(0xf) });
  const [draw] = scene.draws;
  const { width, height } = draw!;
  // The corner is at an odd pixel, so its quads are partly covered.
  const [x, y] = [3, 5];
  const farCorner = 256 * 4 * (width + height);
  const vertices = [256 * x, 256 * y, farCorner, 256 * y, 256 * x, farCorner];
  const scenario: Scenario = { ...scene, draws: [{ ...draw!, vertices }], colourBuffers: ['rgba32f'] };
  const { words } = getTransactions(scenario, 'colour-dumped')[0]!;
  for (let index = 0; index < width * height; index++) {
    const isCovered = index % width >= x && Math.floor(index / width) >= y;
    expect([index, words[4 * index]]).toEqual([index, isCovered ? ONE : 0]);
  }
});

it('writes only the samples in the mask exported to the depth target, if the draw uses it', () => {
  const oddLanes = 'v_mbcnt_lo_u32_b32 v5, -1, 0\n v_mbcnt_hi_u32_b32 v5, -1, v5\n v_and_b32_e32 v5, 1, v5';
  const exported = `${oddLanes}\n exp mrtz off, off, v5, off${exportColour(ONE, 0, 0, 0)}`;
  const MASK_EXPORT_ENABLE = 1 << 8;
  const getColumns = (program: string, extraRegisters: Record<string, number>): number[] => {
    const scene = buildScene(program, { registers: { ...makeRegisters(0xf), ...extraRegisters } });
    const { words } = getTransactions({ ...scene, colourBuffers: ['rgba32f'] }, 'colour-dumped')[0]!;
    return [0, 1, 2, 3].filter((column) => words[4 * column] === ONE);
  };
  const withMask = { DB_SHADER_CONTROL: MASK_EXPORT_ENABLE, SPI_SHADER_Z_FORMAT: ABGR_32 };
  expect(getColumns(exported, withMask)).toEqual([1, 3]);
  expect(getColumns(exported, { ...withMask, DB_SHADER_CONTROL: 0 })).toEqual([0, 1, 2, 3]);
  expect(getColumns(exported, { ...withMask, SPI_SHADER_Z_FORMAT: 0 })).toEqual([0, 1, 2, 3]);
  expect(getColumns(exportColour(ONE, 0, 0, 0), withMask)).toEqual([0, 1, 2, 3]);
});
