import { existsSync, readFileSync } from 'node:fs';
import { chipOf, GENERATIONS, type Gfx, getOrderingGeneration } from '../../../arch/index.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { findMatrixSequence, getCellName, listMatrixTests, MATRIX_CELLS } from '../../../stimulus/index.js';
import { getCoveringRows, listPairs, pickRow } from '../../../stimulus/matrix/parts/covering-set.js';
import { findContradiction, RandomStream, scenarioSchema } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

const names = listMatrixTests()
  .filter(({ sampled, onlyForChip }) => sampled !== true && onlyForChip === undefined)
  .map(({ sequence }) => sequence);

function generateScenario(name: string) {
  return drawScenario(name, '0x5eed');
}

describe('the scenario matrix', () => {
  it('gives every cell a unique name', () => {
    expect(new Set(MATRIX_CELLS.map(getCellName)).size).toBe(MATRIX_CELLS.length);
  });

  it('finds no test for names with a missing or unknown cell, size or chip', () => {
    for (const name of [
      'H01',
      'H01-8x8',
      'H01-8x8-navi99',
      'H01-8x16-navi21',
      'H01-24x24-navi21',
      'H99-8x8-navi21',
    ])
      expect(findMatrixSequence(name)).toBeUndefined();
  });

  it('runs each cell on every generation, or gives a reason not to', () => {
    for (const cell of MATRIX_CELLS) {
      if (cell.kind === 'forbidden' || cell.chips !== undefined) continue;
      const runs = names.filter((name) => name.startsWith(`${getCellName(cell)}-`)).flatMap(listGenerations);
      const excluded = GENERATIONS.filter(
        (gfx) => cell.forbidden?.[getOrderingGeneration(gfx)] !== undefined,
      );
      expect(new Set([...runs, ...excluded])).toEqual(new Set(GENERATIONS));
      expect(runs.filter((gfx) => excluded.includes(gfx as Gfx))).toEqual([]);
    }
  });
});

test('a cell justifies its expected rules with a statement or a reference document', () => {
  for (const cell of MATRIX_CELLS) {
    if (cell.kind === 'forbidden') continue;
    const reason = cell.explanation ?? 'S-000';
    expect([getCellName(cell), cell.explanation !== undefined]).toEqual([
      getCellName(cell),
      cell.expects !== undefined,
    ]);
    expect(reason).toMatch(/[SRP]-\d{3}|pops\.md|checking\.md|scenarios\.md/);
  }
});

test("a cell's own settings override a knob set for all tests; the knob overrides everything else", () => {
  const knobs = { idWrap: 7, waveSlots: 3 };
  const { freedoms } = drawScenario('H04-w15-8x8-navi21', '0x5eed', { knobs });
  expect([freedoms.idWrap, freedoms.idWindow]).toEqual([15, 15]);
  const overridden = drawScenario('E26-8x8-navi21', '0x5eed', { knobs });
  expect(overridden.freedoms).toMatchObject(knobs);
  expect(overridden.freedoms.idWindow).toBeLessThan(7);
  const wide = drawScenario('H01-8x8-navi21', '0x5eed', { knobs });
  expect([wide.freedoms.idWrap, wide.freedoms.idWindow]).toEqual([512, 511]);
});

test('each collision argument cell fires its expected rules on the chip whose headers mark the enable bit as reserved', () => {
  const tests = listMatrixTests().map(({ sequence }) => sequence);
  for (const name of tests.filter((test) => /^H29-.*8x8-mariner$/.test(test)))
    expect([name, runScenarioTest(generateScenario(name)).finding]).toEqual([name, undefined]);
});

/** Seeds with timing that once prevented a rule from firing: a code line arrived late, or a wave overtook another. */
test.each([
  ['H15-vm_early-8x8-vega10', '0x5a469bef7f12b836'],
  ['H15-mixed_early-8x8-navi10', '0x9a278ecd2bf829c9'],
  ['H15-lgkm_early-16x16-vega10', '0x3d1352c3263d2b91'],
  ['R03-overlap-8x8-navi10', '0xf2418d2379d19aa0'],
  ['R03-overlap-16x16-navi21', '0x9d0765c7c9863bb3'],
])('%s fires its expected rules even with the timing of seed %s', (name, seed) => {
  const scenario = drawScenario(name, seed);
  expect(runScenarioTest(scenario).finding).toBeUndefined();
});

function listGenerations(name: string): string[] {
  return (findMatrixSequence(name)?.chips ?? []).map((chip) => chipOf(chip).gfx);
}

const REFERENCE = new URL('../../../../shared/reference/scenarios.md', import.meta.url);

/** Returns the ids in the first column of the reference's tables, with ranges expanded. */
function readReferenceIds(): string[] {
  const text = readFileSync(REFERENCE, 'utf8');
  const rows = [...text.matchAll(/^\| ([CGDNEXH])(\d\d)(?:\.\.[CGDNEXH](\d\d))? \|/gm)];
  return rows.flatMap(([, family, first, last = first]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, i) => `${family}${String(Number(first) + i).padStart(2, '0')}`,
    ),
  );
}

test.skipIf(!existsSync(REFERENCE))('every scenario in the reference has a cell', () => {
  const ids = readReferenceIds();
  expect(ids.length).toBeGreaterThan(110);
  const known = new Set(MATRIX_CELLS.map(({ id }) => id));
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
});

test('the covering set contains every pair of values in random legal combinations', () => {
  const stream = new RandomStream('0x7');
  const covered = new Set(getCoveringRows('gfx11').flatMap(listPairs));
  const pairs = Array.from({ length: 500 }, () => listPairs(pickRow(stream, 'gfx11'))).flat();
  expect(pairs.filter((pair) => !covered.has(pair))).toEqual([]);
});

/** Cheap cells of every family, cycling through the generations. Some expect rules to fire. */
const SAMPLE = [
  'C01-8x8-vega10',
  'G05-8x8-navi10',
  'G19-8x8-navi31',
  'D03-8x8-navi21',
  'N03-8x8-navi31',
  'E26-8x8-navi10',
  'E09-first_combined-8x8-navi21',
  'R02-two_mrtz_epilog-8x8-navi31',
  'X03-8x8-vega10',
  'H15-mixed_early-8x8-navi21',
  'H22-pslc2-8x8-navi10',
  'H20-off-8x8-navi31',
  'H20-races-8x8-vega10',
  'H33-told-8x8-navi21',
  'R03-overlap-8x8-navi10',
];

test.each(SAMPLE)('%s passes, and its scenario can be stored', (name) => {
  const scenario = generateScenario(name);
  expect(scenarioSchema.safeParse(scenario).error?.issues ?? []).toEqual([]);
  expect(findContradiction(scenario)).toBeUndefined();
  expect(runScenarioTest(scenario).finding).toBeUndefined();
});

/** The cells whose applications have data races. */
const RACY_CELLS = ['C28', 'G06', 'X04', 'X06'];

test('every clean cell declares its final memory, except those whose applications have data races', () => {
  const undeclared = MATRIX_CELLS.flatMap((cell) => {
    if (cell.kind === 'forbidden' || cell.id === 'H40') return [];
    const cellTests = names.filter((name) => name.startsWith(`${getCellName(cell)}-`));
    const isKnown = cellTests.some((name) => {
      const { memory, expects } = generateScenario(name);
      return expects.length > 0 || memory.some(({ expected }) => expected !== undefined);
    });
    return isKnown ? [] : [getCellName(cell)];
  });
  expect(undeclared).toEqual(RACY_CELLS);
});

test.each(['H37-sample4-8x8-navi21', 'X01-8x8-navi21', 'X02-8x8-vega10', 'X08-16x16-navi10'])(
  '%s fails if one word of its declared memory differs',
  (name) => {
    const scenario = generateScenario(name);
    const memory = scenario.memory.map((object) => {
      const words = object.expected?.words;
      const index = words?.findIndex((word) => word !== 0) ?? -1;
      return index < 0 ? object : { ...object, expected: { words: words!.with(index, words![index] ^ 1) } };
    });
    const { verdict } = runScenarioTest({ ...scenario, memory });
    expect(verdict.violations.map(({ rule }) => rule)).toEqual(['ORD-03']);
  },
);

test('a cell with known memory fails if the model breaks ordering, regardless of the reference', () => {
  const { finding, verdict } = runScenarioTest({ ...generateScenario('C01-8x8-navi21'), faults: ['F46'] });
  expect(finding).toBeDefined();
  expect(verdict.violations.some(({ rule }) => rule.startsWith('ORD'))).toBe(true);
});
