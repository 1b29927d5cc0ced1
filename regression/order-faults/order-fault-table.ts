import { join } from 'node:path';
import { z } from 'zod';
import {
  describeFirstIssue,
  eachOf,
  type FaultId,
  isFaultId,
  isRuleId,
  type RuleId,
  safeParse,
  UsageError,
} from '../../transactions/index.js';
import { packageRoot } from '../basics/package-root.js';
import { readJsonInput } from '../input/read-input.js';
import { writeWhole } from '../output/write-whole.js';
import { ORDER_FAULTS } from './order-faults.js';
import type { OrderFaultVerdict } from './search-fault.js';

const attempt = { found: z.boolean(), runs: z.int().positive(), seconds: z.number().min(0) };

const rowSchema = z.strictObject({
  id: z.custom<FaultId>((id) => typeof id === 'string' && isFaultId(id), 'the id of a fault'),
  title: z.string(),
  scene: z.string(),
  armed: z.boolean(),
  explore: z.strictObject({
    ...attempt,
    states: z.int().min(0),
    ended: z.boolean(),
    rule: z.optional(z.custom<RuleId>(isRuleId, 'the id of a rule')),
  }),
  random: z.strictObject(attempt),
  pct: z.strictObject(attempt),
});

/** Where the package keeps the table of order faults. */
function orderFaultFile(): string {
  return join(packageRoot(), 'data', 'order-faults.json');
}

/** The rows that were written last. @throws UsageError */
export function readOrderFaults(): readonly z.infer<typeof rowSchema>[] {
  const file = orderFaultFile();
  const document = readJsonInput('searches', file);
  const parsed = safeParse(eachOf(rowSchema), document);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `Invalid table of order faults ${file}: ${describeFirstIssue(parsed.error, document)}`,
  );
}

/** Puts the verdicts into the table, in the order of the faults, one row a line and seconds with one digit; other rows stay. */
export function updateOrderFaults(verdicts: readonly OrderFaultVerdict[]): void {
  const byId = new Map<FaultId, object>();
  for (const row of readOrderFaults()) byId.set(row.id, row);
  for (const verdict of verdicts) byId.set(verdict.id, verdict);
  const rounded = (name: string, value: unknown): unknown =>
    name === 'seconds' ? Math.round(10 * (value as number)) / 10 : value;
  const lines = ORDER_FAULTS.flatMap(({ fault }) => byId.get(fault) ?? []).map((row) =>
    JSON.stringify(row, rounded),
  );
  writeWhole(orderFaultFile(), `[\n${lines.join(',\n')}\n]\n`);
}
