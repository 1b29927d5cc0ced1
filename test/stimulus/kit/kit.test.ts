import { PARAMETER_DWORDS } from '../../../arch/index.js';
import { createNumberedDraws } from '../../../stimulus/kit/draws.js';
import { derivedSequence, sequence } from '../../../stimulus/kit/test.js';

const TRIANGLE: [number, number, number, number, number, number] = [0, 0, 8, 0, 0, 8];
const PARTS = { draws: [], programs: [], memory: [], ordered: [] };

const plain = sequence({
  name: 'plain',
  text: 'a sequence with a knob',
  claims: [],
  knobs: { spuriousWakes: 7 },
  generate: (made) => made.build(PARTS),
});

const derived = derivedSequence({
  name: 'derived',
  text: 'tests of another sequence',
  claims: [],
  bases: [plain],
});

const REQUEST = {
  seed: '0x5eed',
  faults: [],
  knobs: {},
  corpus: { records: () => [], descriptors: () => [] },
};

test('primitives are numbered across draws, empty ones included', () => {
  const draw = { primitives: [TRIANGLE, TRIANGLE], registers: {} };
  const draws = createNumberedDraws({ width: 8, height: 8 }, [draw, { ...draw, primitives: [] }, draw], 5);
  expect(draws.map(({ parameters }) => parameters.filter((_, i) => i % PARAMETER_DWORDS === 0))).toEqual([
    [5, 6],
    [],
    [7, 8],
  ]);
});

test('a knob of the request replaces the one that the sequence sets', () => {
  expect(plain.generate(REQUEST).freedoms.spuriousWakes).toBe(7);
  expect(plain.generate({ ...REQUEST, knobs: { spuriousWakes: 3 } }).freedoms.spuriousWakes).toBe(3);
});

test('a derived sequence generates the base test under its own name', () => {
  expect(derived.generate(REQUEST)).toEqual({ ...plain.generate(REQUEST), name: 'derived' });
});
