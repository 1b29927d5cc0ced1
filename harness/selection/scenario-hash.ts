import { createHash } from 'node:crypto';

/** Eight hex digits over the bytes of a scenario, or of a list that stands for many. They change with generator and knobs. */
export function scenarioHash(encoded: Uint8Array): string {
  return createHash('sha256').update(encoded).digest('hex').slice(0, 8);
}
