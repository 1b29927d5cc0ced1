import { decodeProgram } from '../../../../arch/index.js';
import { examineProgram } from '../../../../checkers/evidence/static/cache.js';
import type { Program, ShaderSections } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { P0, Stream } from '../../support/stream.js';
import { assemble, changeSection, makeProgram } from '../static/support/section-text.js';

const SECTIONS: ShaderSections = {
  placement: 'E01',
  state: {
    prolog: 'none',
    mainDiscard: 'none',
    clamp: false,
    alphaTest: 'always',
    stipple: 'off',
    smoothing: false,
    alphaToOne: false,
    alphaToCoverage: false,
    outputs: 'none',
    conversion: 'ZERO',
  },
  parts: [],
};
const WRONG_COMPARISON = makeProgram(
  changeSection('gfx10.3', 's_cmp_lt_u32 s6, s8', 's_cmp_le_u32 s6, s8'),
  'gfx10.3',
);

test('findings about programs follow those about the run, one cycle after it ends', () => {
  const stream = new Stream({ ...scene(), programs: [WRONG_COMPARISON] })
    .form([P0])
    .setPacker(0)
    .end(0)
    .quiesce();
  const { violations } = stream.judge();
  expect(violations[0].rule).toBe('HANG-03');
  expect(violations.at(-1)).toMatchObject({
    rule: 'PROTO-03',
    cycle: stream.cycle + 1,
    unit: 'program',
    place: { draw: 0 },
  });
});

test('an otherwise clean run fails if its program has a bug', () => {
  const { violations } = new Stream({ ...scene(), programs: [WRONG_COMPARISON] }).quiesce().judge();
  expect(violations.map(({ rule }) => rule)).toEqual(['PROTO-03']);
});

test('a program shared by several draws is reported once, for the first draw', () => {
  const scenario = scene({ moreDraws: [{}, {}] });
  const { fired } = new Stream({ ...scenario, programs: [WRONG_COMPARISON] }).quiesce().judge();
  expect(fired).toEqual({ 'PROTO-03': 1 });
});

test('programs that no draw uses are not checked', () => {
  const scenario = scene();
  const { violations } = new Stream({ ...scenario, programs: [...scenario.programs, WRONG_COMPARISON] })
    .quiesce()
    .judge();
  expect(violations).toEqual([]);
});

test('a decoded program is examined only once for each collision register and set of part boundaries', () => {
  const words = assemble(changeSection('gfx10.3', 's_sleep 0xffff'), 'gfx10.3');
  const decoded = decodeProgram(words, 'gfx10.3', 64);
  const first = examineProgram(decoded, WRONG_COMPARISON);
  expect(examineProgram(decoded, { ...WRONG_COMPARISON })).toBe(first);
  expect(examineProgram(decoded, { ...WRONG_COMPARISON, arguments: [] })).not.toBe(first);
  const createProgram = (words: number): Program => ({
    ...WRONG_COMPARISON,
    sections: { ...SECTIONS, parts: [{ part: 'main', words }] },
  });
  const withBoundaries = examineProgram(decoded, createProgram(words.length));
  expect(withBoundaries).not.toBe(first);
  expect(examineProgram(decoded, createProgram(words.length))).toBe(withBoundaries);
});
