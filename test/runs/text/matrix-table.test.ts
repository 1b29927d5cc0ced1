import { buildMatrixTable } from '../../../runs/text/run-summary.js';

type MatrixRun = Parameters<typeof buildMatrixTable>[0];

/** Creates a run with only the fields that the table reads: the suite and the sequences' tallies. */
function createRun(suite: string, sequences: MatrixRun['tally']['sequences']): MatrixRun {
  return { request: { suite }, tally: { sequences } } as MatrixRun;
}

const getRow = (cell: string, sequences: MatrixRun['tally']['sequences']) =>
  buildMatrixTable(createRun('matrix', sequences))
    ?.rows.find(([name]) => name === cell)
    ?.slice(2);

test('shows the results per cell and generation, combining all sizes and chips', () => {
  const sequences = {
    'H15-vm_early-8x8-vega10': { tests: 1, failed: 0 },
    'H15-vm_early-8x8-navi10': { tests: 2, failed: 0 },
    'H15-vm_early-16x16-navi12': { tests: 1, failed: 1 },
  };
  expect(getRow('H15-vm_early', sequences)).toEqual([
    'expected RACE-01, ORD-06',
    'FAIL, 1 of 3',
    'not run',
    'not run',
    'not run',
    'not run',
  ]);
  expect(getRow('H01', { 'H01-8x8-navi31': { tests: 1, failed: 0 } })).toEqual([
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
    getRow('C05', {})?.every((text) => text.startsWith('forbidden: no driver reports the shading-rate')),
  ).toBe(true);
  expect(getRow('H34', {})?.at(-1)).toMatch(/^forbidden: there is no message/);
});

test('returns no table for any other suite', () => {
  expect(buildMatrixTable(createRun('smoke', {}))).toBeUndefined();
});
