import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineReporter, type TransactionListener } from 'pops-testbench';

/** Writes a file for Orbit's dashboard. */
export const summary = defineReporter({
  id: 'orbit.summary',
  onEnd({ directory, result: { tests, passed, failed } }) {
    writeFileSync(join(directory, 'orbit-summary.json'), JSON.stringify({ tests, passed, failed }));
  },
});

/**
 * Appends a line per test to a table: the chip, and how often its waves slept. Workers share the file, but not the
 * count.
 */
export function napTable(file: string): TransactionListener {
  let naps = 0;
  return ({ kind }, { chip }) => {
    if (kind === 'slept') naps++;
    if (kind !== 'quiesced') return;
    appendFileSync(file, `${chip},${naps}\n`);
    naps = 0;
  };
}
