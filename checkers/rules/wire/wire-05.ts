import { PARAMETER_DWORDS, popcount, SIMDS_PER_UNIT, SIMDS_PER_WGP } from '../../../arch/index.js';
import type { DirectReadServed } from '../../../transactions/index.js';
import {
  defineRule,
  findSimd,
  getComputeUnit,
  getInstructionAt,
  getProcessor,
  getWaveName,
  type Ledgers,
  NEVER,
} from '../../kit.js';
import { type BankTimeline, createBanks } from './bank-timeline.js';
import { BANKS, IndexedAccesses } from './indexed-accesses.js';

/** Maximum number of dwords per request. */
const REQUEST_DWORDS = 16;
/** Number of values per component of an attribute: P0, P10 and P20. */
const SELECTORS = 3;
const COMPONENTS = 4;

/**
 * A request is for at most sixteen dwords, touches only the banks that hold the wave's parameters (P-120), and is not
 * sent while an indexed access occupies the banks. It is sent as soon as the banks are free, and does not wait for
 * one from the paired SIMD that uses different banks, or for waiting exports (P-138). Arbitration is as in WIRE-04.
 */
export const WIRE_05 = defineRule({
  id: 'WIRE-05',
  text: 'Each SIMD sends at most one direct read per cycle; reads wait only for busy banks, share a cycle only if their banks differ, and are served fairly, before their wave releases the space.',
  timed: true,
  statements: ['P-113', 'P-120', 'P-123', 'P-126', 'P-132', 'P-135', 'P-136', 'P-138'],
  needs: ['wave-formed', 'wave-launched', 'direct-read-served'],
  reads: () => ['memory-issued', 'memory-performed', 'background-formed', 'background-allocated'],
  unarmedReason: 'no program has a parameter-load instruction',
  create(ledgers, judge) {
    const accesses = new IndexedAccesses(ledgers);
    const banks = createBanks();
    return {
      'direct-read-served': (t) => {
        const simd = findSimd(ledgers, t.wave);
        if (simd === undefined) return;
        const timeline = banks.getOrCreate(getProcessor(simd));
        const problem =
          findRequestProblem(ledgers, t, simd, timeline) ??
          findWaitProblem(t, simd, timeline) ??
          findOvertake(t.asked, simd, timeline) ??
          findBankProblem(ledgers, t);
        if (judge.finds(problem)) {
          const { wave, cycle, pc, asked: requestedCycle, banks } = t;
          judge.reportAt(wave, cycle, {
            pc,
            unit: 'lds',
            allowed: problem,
            observed: `A request from ${getWaveName(ledgers, wave)} is served in cycle ${cycle} and touches banks ${formatBanks(banks)}.`,
            steps: [`cycle ${requestedCycle}: the read is issued`],
            hint: "Check each sequencer's queue, the scheduler's comparison, and where the parameters are stored.",
          });
        }
        timeline.recordRead(t.cycle, simd, t.banks);
      },
      'memory-issued': (t) => accesses.add(t),
      'memory-performed': (t) => {
        const indexed = accesses.remove(t.access);
        if (indexed === undefined) return;
        banks.getOrCreate(indexed.processor).recordAccess(t.cycle, indexed.simd, indexed.cycles);
      },
    };
  },
});

/** Returns why a request cannot be sent in its cycle, or undefined if it can. */
function findRequestProblem(
  { waves }: Ledgers,
  { wave, cycle, asked: requestedCycle, banks }: DirectReadServed,
  simd: number,
  timeline: BankTimeline,
): string | undefined {
  if (cycle < requestedCycle) return 'A request cannot be sent before its read is issued.';
  const releasedCycle = waves.find(wave)?.releasedCycle ?? NEVER;
  if (releasedCycle !== NEVER && cycle > releasedCycle)
    return `The wave has released its local memory in cycle ${releasedCycle}, so another wave may hold it.`;
  if (popcount(banks) > REQUEST_DWORDS) return `A request reads at most ${REQUEST_DWORDS} dwords.`;
  if (cycle < timeline.indexedUntil)
    return `An indexed access holds the banks until the end of cycle ${timeline.indexedUntil - 1}.`;
  const current = timeline.getDirectCycle(cycle);
  if (includesSimd(current.simds, simd)) return `SIMD ${simd} sends one request per cycle.`;
  return (current.banks & banks) === 0 ? undefined : 'Requests in the same cycle touch different banks.';
}

/**
 * Explains why a request should have been sent in the previous cycle. Returns undefined if it could not be sent then.
 */
function findWaitProblem(
  { cycle, asked: requestedCycle, banks }: DirectReadServed,
  simd: number,
  timeline: BankTimeline,
): string | undefined {
  if (requestedCycle >= cycle - 1) return undefined;
  if (!timeline.wasBusy(cycle - 1))
    return `The banks are free in cycle ${cycle - 1}, while the request is waiting.`;
  const previous = timeline.getDirectCycle(cycle - 1);
  const first = getComputeUnit(simd) * SIMDS_PER_UNIT;
  const isPartner =
    includesSimd(previous.simds, first) !== includesSimd(previous.simds, first + 1) &&
    !includesSimd(previous.simds, simd);
  return isPartner && (previous.banks & banks) === 0
    ? `In cycle ${cycle - 1} the paired SIMD reads other banks, so both could have been served in that cycle.`
    : undefined;
}

/** Describes the violation if a waiting request was passed over too often. */
function findOvertake(requestedCycle: number, simd: number, timeline: BankTimeline): string | undefined {
  const limit = timeline.describeReadStarvation(simd, requestedCycle);
  return limit === undefined ? undefined : `While the request waits, ${limit}`;
}

function includesSimd(simds: number, simd: number): boolean {
  return (simds & (1 << (simd % SIMDS_PER_WGP))) !== 0;
}

/**
 * If a request touches a bank that holds none of the wave's parameters, returns which banks hold them. Otherwise
 * returns undefined.
 */
function findBankProblem({ waves }: Ledgers, { wave: number, pc, banks }: DirectReadServed) {
  const wave = waves.find(number);
  const parameter = wave && getInstructionAt(wave.facts.decoded, pc)?.parameter;
  if (wave === undefined || parameter === undefined) return undefined;
  const { attribute, component } = parameter;
  const { primitiveCount } = wave;
  let expected = 0;
  for (let primitive = 0; primitive < primitiveCount; primitive++) {
    const first = wave.localFirst + (attribute * primitiveCount + primitive) * PARAMETER_DWORDS + component;
    for (let selector = 0; selector < SELECTORS; selector++)
      expected |= 1 << ((first + COMPONENTS * selector) % BANKS);
  }
  return (banks & ~expected) === 0
    ? undefined
    : `The wave's parameters begin at dword ${wave.localFirst}, in banks ${formatBanks(expected)}.`;
}

function formatBanks(banks: number): string {
  return Array.from({ length: BANKS }, (_, bank) => bank)
    .filter((bank) => ((banks >>> bank) & 1) !== 0)
    .join(', ');
}
