import { chipOf } from '../../arch/index.js';
import type { MemoryIssued, Scenario, Transaction } from '../../transactions/index.js';
import { QUAD_COLUMNS } from '../../transactions/index.js';

/** Lanes of `lanesLo`, and of `lanesHi`. */
const LANES_OF_MASK = 32;

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
  return shortList(transaction, scenario.wave);
}

/** What is wrong with a list that holds less than its count says. */
function shortList(transaction: Transaction, lanes: number): string | undefined {
  switch (transaction.kind) {
    case 'wave-formed': {
      const { quads, quadCount } = transaction;
      return quadCount < 1 || quads.length < quadCount * QUAD_COLUMNS
        ? `quads has ${quads.length} values; expected ${QUAD_COLUMNS} for each of ${quadCount} quads`
        : undefined;
    }
    case 'overlap': {
      const { overlapped, count } = transaction;
      return count < 0 || overlapped.length < count
        ? `overlapped has ${overlapped.length} values; expected ${count}, as count says`
        : undefined;
    }
    case 'wave-launched':
      return (
        shortRegisters('sgprs', transaction.sgprs, transaction.sgprCount, 1) ??
        shortRegisters('vgprs', transaction.vgprs, transaction.vgprCount, lanes)
      );
    case 'memory-issued':
      return shortAddresses(transaction);
    default:
      return undefined;
  }
}

/** The same of the lanes that take part in an access: one without an address would pass for one that the range check dropped. */
function shortAddresses({
  addresses,
  texelsPerLane = 1,
  lanesLo,
  lanesHi,
}: MemoryIssued): string | undefined {
  const lanes = lanesHi === 0 ? LANES_OF_MASK - Math.clz32(lanesLo) : 2 * LANES_OF_MASK - Math.clz32(lanesHi);
  const least = 2 * LANES_OF_MASK * (texelsPerLane - 1) + lanes;
  if (lanes === 0 || addresses.length >= least) return undefined;
  return `addresses has ${addresses.length} values; expected ${least}, up to the last lane that takes part`;
}

/** The same of start values, which a trace may leave out as a whole. */
function shortRegisters(
  name: string,
  { length }: Int32Array,
  count: number,
  each: number,
): string | undefined {
  if (count >= 0 && (length === 0 || length >= count * each)) return undefined;
  return `${name} has ${length} values; expected ${each} for each of ${count} registers, or none at all`;
}
