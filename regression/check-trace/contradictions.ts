import { chipOf } from '../../arch/index.js';
import type { Scenario, Transaction } from '../../transactions/index.js';
import { QUAD_COLUMNS } from '../../transactions/index.js';

/** What a transaction says against the scenario or the order of cycles, as "field is found; expected right"; or undefined. */
export function firstContradiction(
  scenario: Scenario,
  transaction: Transaction,
  cycle: number,
): string | undefined {
  if (transaction.cycle < cycle)
    return `cycle is ${transaction.cycle} after ${cycle}; expected cycles that never decrease`;
  const { draws, chip, freedoms } = scenario;
  if ('draw' in transaction && !(transaction.draw in draws))
    return `draw is ${transaction.draw}; expected a number below ${draws.length}, the draws of the scenario`;
  if ('wave' in transaction && transaction.wave < 0) return `wave is ${transaction.wave}; expected 0 or more`;
  const packers = Math.max(chipOf(chip).packers, freedoms.packers);
  if ('packer' in transaction && (transaction.packer < -1 || transaction.packer >= packers))
    return `packer is ${transaction.packer}; expected a number below ${packers}, the packers of ${chip} and its scenario`;
  if (transaction.kind !== 'wave-formed') return undefined;
  const { quads, quadCount } = transaction;
  return quadCount < 1 || quads.length < quadCount * QUAD_COLUMNS
    ? `quads has ${quads.length} values; expected ${QUAD_COLUMNS} for each of ${quadCount} quads`
    : undefined;
}
