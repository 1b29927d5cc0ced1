import { expect, test } from 'vitest';
import { matrixTable } from '../../../runs/text/matrix-table.js';

type MatrixRun = Parameters<typeof matrixTable>[0];

/** A run with only what the table reads: the suite and the sequences' tallies. */
function createRun(suite: string, sequences: MatrixRun['tally']['sequences']): MatrixRun {
  return { request: { suite }, tally: { sequences } } as MatrixRun;
}

const row = (cell: string, sequences: MatrixRun['tally']['sequences']) =>
  matrixTable(createRun('matrix', sequences))
    ?.rows.find(([name]) => name === cell)
    ?.slice(2);

test('shows the results per cell and generation, combining all sizes and chips', () => {
  const sequences = {
    'H15-vm_early-8x8-vega10': { tests: 1, failed: 0 },
    'H15-vm_early-8x8-navi10': { tests: 2, failed: 0 },
    'H15-vm_early-16x16-navi12': { tests: 1, failed: 1 },
  };
  expect(row('H15-vm_early', sequences)).toEqual([
    'expected RACE-01, ORD-06',
    'FAIL, 1 of 3',
    'not run',
    'not run',
    'not run',
    'not run',
  ]);
  expect(row('H01', { 'H01-8x8-navi31': { tests: 1, failed: 0 } })).toEqual([
    'not run',
    'not run',
    'not run',
    'pass',
    'not run',
    'not run',
  ]);
});

test('shows the reasons for forbidden combinations', () => {
  expect(
    row('C05', {})?.every((text) => text.startsWith('forbidden: no driver reports the shading-rate')),
  ).toBe(true);
  expect(row('H34', {})?.at(-1)).toMatch(/^forbidden: there is no message/);
});

test('returns no table for any other suite', () => {
  expect(matrixTable(createRun('smoke', {}))).toBeUndefined();
});
