import { join } from 'node:path';
import { packageRoot } from '../basics/package-root.js';
import { writeWhole } from '../basics/write-whole.js';
import type { OrderFaultVerdict } from './search-fault.js';

/** Where the package keeps the table of order faults. */
export function orderFaultFile(): string {
  return join(packageRoot(), 'data', 'order-faults.json');
}

/** Writes the table, one row a line; seconds with one digit. */
export function writeOrderFaults(verdicts: readonly OrderFaultVerdict[]): void {
  const rounded = (name: string, value: unknown): unknown =>
    name === 'seconds' ? Math.round(10 * (value as number)) / 10 : value;
  const lines = verdicts.map((verdict) => JSON.stringify(verdict, rounded));
  writeWhole(orderFaultFile(), `[\n${lines.join(',\n')}\n]\n`);
}
