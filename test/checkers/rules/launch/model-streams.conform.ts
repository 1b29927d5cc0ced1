import { SEQUENCES } from '../../../../stimulus/index.js';
import type { Scenario, Transaction, Verdict, WaveFormed } from '../../../../transactions/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../../transactions/index.js';
import { drawScenario } from '../../../support/drawn-scenario.js';
import { checkRun } from '../../support/checked-run.js';

const SEEDS = ['0x51', '0x9f3', '0xa0c44'];

/** Changes the quads of a wave. Each quad is a list of `QUAD_COLUMNS` values. */
type ShadingFault = (quads: readonly number[][], formed: WaveFormed) => readonly number[][];

function generateScenario(sequence: (typeof SEQUENCES)[number], seed: string): Scenario {
  return drawScenario(sequence, seed);
}

function checkWithFault(scenario: Scenario, fault?: ShadingFault): Verdict {
  return checkRun(scenario, (t) => (fault === undefined ? t : applyFault(t, fault)));
}

function applyFault(transaction: Transaction, fault: ShadingFault): Transaction {
  if (transaction.kind !== 'wave-formed') return transaction;
  const rows = Array.from({ length: transaction.quadCount }, (_, quad) =>
    Array.from(transaction.quads.subarray(quad * QUAD_COLUMNS, (quad + 1) * QUAD_COLUMNS)),
  );
  const quads = fault(rows, transaction);
  return { ...transaction, quads: Int32Array.from(quads.flat()), quadCount: quads.length };
}

// The clean-wave test covers each sequence in more depth.
test.each(SEQUENCES)('accepts the shading in a clean run of $name', (sequence) => {
  const { violations, armed, unchecked } = checkWithFault(generateScenario(sequence, SEEDS[0]!));
  expect(violations.filter(({ rule }) => rule === 'LAUNCH-06' || rule === 'ORD-04')).toEqual([]);
  expect(armed['LAUNCH-06']).toBeGreaterThan(0);
  expect(unchecked.map(({ rule }) => rule)).not.toContain('LAUNCH-06');
});

describe.each(SEQUENCES.slice(0, 4))('the shading of $name', (sequence) => {
  const relabel = (change: (primitive: number) => number): ShadingFault => {
    return (quads) =>
      quads.map((quad) => quad.with(QUAD_COLUMN.PRIMITIVE, change(quad[QUAD_COLUMN.PRIMITIVE])));
  };
  const faults: Readonly<Record<string, () => ShadingFault>> = {
    'every fifth quad is dropped': () => {
      let count = 0;
      return (quads) => quads.filter(() => ++count % 5 !== 0);
    },
    'quads claim samples that they do not cover': () => (quads) =>
      quads.map((quad) => quad.with(QUAD_COLUMN.MASK01, quad[QUAD_COLUMN.MASK01] | 0x10001)),
    'quads are relabelled with the previous primitive': () => relabel((primitive) => primitive - 1),
    'odd primitives are lost': () => (quads) => quads.filter((quad) => quad[QUAD_COLUMN.PRIMITIVE] % 2 === 0),
  };

  test.each(Object.entries(faults))('is rejected if %s', (_, fault) => {
    const isDetected = (seed: string): boolean =>
      checkWithFault(generateScenario(sequence, seed), fault()).violations.some(
        ({ rule }) => rule === 'LAUNCH-06',
      );
    expect(SEEDS.some(isDetected)).toBe(true);
  });
});
