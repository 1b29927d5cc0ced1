import { describe, expect, it, test } from 'vitest';
import { chipOf, GENERATIONS } from '../../../arch/index.js';
import { openCorpus, runScenarioTest } from '../../../regression/index.js';
import { cellName, MATRIX_CELLS, matrixSequence, matrixTests } from '../../../stimulus/index.js';
import { scenarioContradiction, scenarioSchema } from '../../../transactions/index.js';

const corpus = openCorpus();
const names = matrixTests()
  .filter(({ sampled, onlyForChip }) => sampled !== true && onlyForChip === undefined)
  .map(({ sequence }) => sequence);

function scenarioOf(name: string) {
  return matrixSequence(name)!.generate({ seed: '0x5eed', corpus, knobs: {}, faults: [] });
}

describe('the scenario matrix', () => {
  it('has a name of its own for each cell, and gives none to anything else', () => {
    expect(new Set(MATRIX_CELLS.map(cellName)).size).toBe(MATRIX_CELLS.length);
    for (const name of [
      'H01',
      'H01-8x8',
      'H01-8x8-navi99',
      'H01-8x16-navi21',
      'H01-24x24-navi21',
      'H99-8x8-navi21',
    ])
      expect(matrixSequence(name)).toBeUndefined();
  });

  it('runs a cell on each generation or says why not', () => {
    for (const cell of MATRIX_CELLS) {
      if (cell.kind === 'forbidden' || cell.chips !== undefined) continue;
      const runs = names.filter((name) => name.startsWith(`${cellName(cell)}-`)).flatMap(chipsOf);
      const reasons = Object.keys(cell.forbidden ?? {});
      expect(new Set([...runs, ...reasons])).toEqual(new Set(GENERATIONS));
    }
  });
});

function chipsOf(name: string): string[] {
  return (matrixSequence(name)?.chips ?? []).map((chip) => chipOf(chip).gfx);
}

/** Cheap cells of every kind on one generation after the other. */
const SAMPLE = [
  'C01-8x8-vega10',
  'C07-8x8-navi10',
  'C19-8x8-navi31',
  'H01-8x8-navi21',
  'H06-p2-16x16-navi10',
];

test.each(SAMPLE)('%s passes, from a scenario that can be stored', (name) => {
  const scenario = scenarioOf(name);
  expect(scenarioSchema.safeParse(scenario).error?.issues ?? []).toEqual([]);
  expect(scenarioContradiction(scenario)).toBeUndefined();
  expect(runScenarioTest(scenario).finding).toBeUndefined();
});

test('a cell that knows its memory fails when the model loses order, whatever the reference says', () => {
  const { finding, verdict } = runScenarioTest({ ...scenarioOf('C01-8x8-navi21'), faults: ['F46'] });
  expect(finding).toBeDefined();
  expect(verdict.violations.some(({ rule }) => rule.startsWith('ORD'))).toBe(true);
});
