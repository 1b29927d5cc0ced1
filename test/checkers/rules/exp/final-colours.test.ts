import type { Transaction, Verdict } from '../../../../transactions/index.js';
import {
  createCountingScene,
  createCountingStream,
  FIRST,
  RED_GREEN,
  SECOND,
} from '../../support/counting-scene.js';
import { WIDTH } from '../../support/scenes.js';

const TEXEL_WORDS = 4;
const FLOAT_ONE = 0x3f800000;

const ALL_CHANNELS = { ...RED_GREEN, CB_TARGET_MASK: 0xf, CB_SHADER_MASK: 0xf };

/** The first wave's colour in a buffer with four floats per pixel: red and green as exported, no blue, alpha 1. */
const FIRST_TEXEL = [0, 7, 0, FLOAT_ONE];
/** The second wave's colour in the same layout. */
const SECOND_TEXEL = [1, 7, 0, FLOAT_ONE];

interface RunOptions {
  readonly registers?: Readonly<Record<string, number>>;
  /** The x coordinate of the second wave. */
  readonly x?: number;
  readonly extraTransactions?: readonly Transaction[];
}

/** Checks a run that leaves the given texels in the first row, keyed by x coordinate, and zeros elsewhere. */
function checkTexels(texels: Readonly<Record<number, readonly number[]>>, options: RunOptions = {}): Verdict {
  const { registers = ALL_CHANNELS, x = 0, extraTransactions = [] } = options;
  const scenario = createCountingScene(registers);
  const stream = createCountingStream(
    { ...scenario, colourBuffers: ['rgba32f'], depthBuffer: { depth: 1, stencil: 0 } },
    x === 0 ? [FIRST, SECOND] : [SECOND, FIRST],
    x,
  );
  for (const transaction of extraTransactions) stream.add(transaction);
  const words = new Int32Array(WIDTH * WIDTH * TEXEL_WORDS);
  for (const [x, texel] of Object.entries(texels)) words.set(texel, Number(x) * TEXEL_WORDS);
  const size = { width: WIDTH, height: WIDTH, samples: 1 };
  stream.add({
    kind: 'colour-dumped',
    cycle: stream.cycle + 1,
    target: 0,
    format: 'rgba32f',
    ...size,
    words,
  });
  return stream.judge();
}

const countFirings = (verdict: Verdict): number => verdict.fired?.['EXP-06'] ?? 0;

test("does not fire for the last primitive's colours, and checks every pixel and export", () => {
  const verdict = checkTexels({ 0: SECOND_TEXEL });
  expect(countFirings(verdict)).toBe(0);
  expect(verdict.armed['EXP-06']).toBe(WIDTH * WIDTH + 2);
});

test("fires for an older primitive's colours, and reports the pixel and the colour", () => {
  const verdict = checkTexels({ 0: FIRST_TEXEL });
  expect(countFirings(verdict)).toBe(1);
  const finding = verdict.violations.find(({ rule }) => rule === 'EXP-06')!;
  expect(finding.place.pixel).toEqual([0, 0]);
  expect(finding.allowed).toContain('has the final value 0x00000001 0x00000007 0x00000000 0x3f800000');
  expect(finding.observed).toContain('0x00000000 0x00000007');
});

test('fires for a pixel that no primitive should have written', () => {
  expect(countFirings(checkTexels({ 0: SECOND_TEXEL, 9: FIRST_TEXEL }))).toBe(1);
});

test("skips pixels covered by waves that read other waves' unordered writes", () => {
  const verdict = checkTexels({ 0: SECOND_TEXEL, 4: FIRST_TEXEL }, { x: 4 });
  expect(countFirings(verdict)).toBe(0);
  expect(verdict.uncompared).toBeGreaterThanOrEqual(2);
});

test('expects writes to the channels that both masks enable', () => {
  const registers = { ...ALL_CHANNELS, CB_TARGET_MASK: 0b1001, CB_SHADER_MASK: 0b1011 };
  expect(countFirings(checkTexels({ 0: [1, 0, 0, FLOAT_ONE] }, { registers }))).toBe(0);
  expect(countFirings(checkTexels({ 0: SECOND_TEXEL }, { registers }))).toBe(1);
});

test('expects blended colours if the draw blends', () => {
  const [enable, one, zero] = [1 << 30, 1, 0];
  const registers = { ...ALL_CHANNELS, CB_BLEND0_CONTROL: enable | zero | (one << 8) };
  expect(countFirings(checkTexels({ 0: [0, 0, 0, 0] }, { registers }))).toBe(0);
  expect(countFirings(checkTexels({ 0: SECOND_TEXEL }, { registers }))).toBe(1);
});

test('expects no writes to samples that late tests dropped', () => {
  const registers = { ...ALL_CHANNELS, DB_DEPTH_CONTROL: 0x72, DB_SHADER_CONTROL: 0 };
  const commonFields = {
    kind: 'depth-tested',
    stage: 'late',
    draw: 0,
    x: 0,
    y: 0,
    before01: 1,
    before23: 0,
  } as const;
  const makeDepthTest = (primitive: number, after01: number): Transaction => {
    return { ...commonFields, cycle: 90, primitive, after01, after23: 0 };
  };
  const extraTransactions = [makeDepthTest(0, 1), makeDepthTest(1, 0)];
  expect(countFirings(checkTexels({ 0: FIRST_TEXEL }, { registers, extraTransactions }))).toBe(0);
  expect(countFirings(checkTexels({ 0: SECOND_TEXEL }, { registers, extraTransactions }))).toBe(1);
});

test('checks alpha-to-coverage for alpha values of 1, 0 and nearly 0', () => {
  const createOptions = (format: number) => ({
    registers: { ...ALL_CHANNELS, DB_ALPHA_TO_MASK: 1, SPI_SHADER_COL_FORMAT: format },
  });
  const [withoutAlpha, halves, redAndAlpha] = [2, 4, 3];
  expect(countFirings(checkTexels({ 0: SECOND_TEXEL }, createOptions(withoutAlpha)))).toBe(0);
  expect(countFirings(checkTexels({}, createOptions(withoutAlpha)))).toBe(1);
  expect(countFirings(checkTexels({}, createOptions(halves)))).toBe(0);
  expect(countFirings(checkTexels({ 0: SECOND_TEXEL }, createOptions(halves)))).toBe(1);
  expect(countFirings(checkTexels({}, createOptions(redAndAlpha)))).toBe(0);
  expect(countFirings(checkTexels({ 0: FIRST_TEXEL }, createOptions(redAndAlpha)))).toBe(1);
});

test('reports which target was not dumped', () => {
  const scenario = { ...createCountingScene(ALL_CHANNELS), colourBuffers: ['rgba8' as const] };
  const { unchecked } = createCountingStream(scenario, [FIRST, SECOND]).judge();
  expect(unchecked).toContainEqual({ rule: 'EXP-06', missing: 'colour-dumped for target 0' });
});
