import { chipOf, counterMaximum, type DecodedProgram, findMax, getCounter } from '../../../arch/index.js';
import type { InstructionsIssued, WaitDone } from '../../../transactions/index.js';
import { computeIssueBacklog, getLongestStretch } from '../../evidence/facts/issue-backlog.js';
import type { Judge, Ledgers, RuleCheck, WaveRecord } from '../../kit.js';
import { computeFetchBound, SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';

/** The last instructions that were reported for a wave. */
interface Step {
  /** The cycle in which they were reported. */
  readonly cycle: number;
  /** Byte offset of the last of these instructions. */
  readonly last: number;
  /** Number of issue cycles reported so far in their stretch. */
  readonly cycles: number;
}

/**
 * Implements IDLE-02 for messages: a wave that reaches a message sends it, regardless of its outstanding
 * operations. It may only wait for room in the message's counter (S-083, pops.md 4). This is checked only if the
 * message immediately follows the wave's last reported step.
 */
export function checkMessages(ledgers: Ledgers, judge: Judge, reportLate: LateReport): RuleCheck {
  const { waves, scenario, bursts } = ledgers;
  const { gfx } = chipOf(scenario.chip);
  const { issueGap, xnackRate } = scenario.freedoms;
  const messageCounter = getCounter(gfx, 'message');
  const counterRoom = counterMaximum(gfx, messageCounter);
  const fixedCycles = computeFetchBound(scenario) + SLACK_CYCLES;
  const roles = findMessageRoles(ledgers);
  if (!roles.includes(ROLE.MESSAGE)) return {};
  const steps = new Map<number, Step>();
  const record = ({ wave, cycle }: InstructionsIssued | WaitDone, last: number): void => {
    const role = roles[last >> 2];
    if (role === ROLE.BEFORE) steps.set(wave, { cycle, last, cycles: bursts.getCycles(wave, cycle) });
    // A branch before the message may lead elsewhere, and the wave may return on another path.
    else if (role !== ROLE.MESSAGE && steps.size > 0) steps.delete(wave);
  };

  const checkMessage = (wave: WaveRecord, { cycle, last, cycles }: Step, sent: number, pc: number): void => {
    const { decoded } = wave.facts;
    if (getIndexAtPc(decoded, last) + 1 !== getIndexAtPc(decoded, pc)) return;
    if (wave.pending.filter(({ counter }) => counter === messageCounter).length >= counterRoom) return;
    judge.armed++;
    // The step may be the last one in a stretch that was reported when it started (P-110).
    const ownIssueCycles = issueGap[1] * Math.max(cycles, getLongestStretch(decoded));
    const bound = ownIssueCycles + computeIssueBacklog(scenario, bursts.longest) + fixedCycles;
    if (sent - cycle > bound) reportLate(wave.wave, 'sends its message', cycle, sent, bound);
  };

  return {
    'instructions-issued': (t) => record(t, t.last),
    'instructions-repeated': (t) => record(t, t.last),
    'wait-done': (t) => record(t, t.pc),
    // A trap handler runs before the wave resumes (P-148), and steps do not reflect that.
    ...(xnackRate === 0 ? {} : { 'translation-failed': (t) => steps.delete(t.wave) }),
    'message-sent': (t) => {
      const wave = waves.find(t.wave);
      const step = steps.get(t.wave);
      steps.delete(t.wave);
      if (wave !== undefined && step !== undefined) checkMessage(wave, step, t.cycle, t.pc);
    },
  };
}

/** The role of an instruction with respect to messages; 0 if it has none. */
const ROLE = { MESSAGE: 1, BEFORE: 2 } as const;

/**
 * Returns the role of the instruction at each `pc >> 2` in the draws' programs. `BEFORE` takes precedence over
 * `MESSAGE`.
 */
function findMessageRoles({ draws }: Ledgers): Uint8Array {
  const programs = [...new Set(draws.map(({ decoded }) => decoded))];
  const longest = findMax(
    programs.map(({ indexByPc }) => indexByPc.length),
    0,
  );
  const roles = new Uint8Array(longest);
  for (const { instructions } of programs)
    for (const { kind, index, pc } of instructions) {
      if (kind !== 'message') continue;
      roles[pc >> 2] = Math.max(roles[pc >> 2], ROLE.MESSAGE);
      if (index > 0) roles[instructions[index - 1].pc >> 2] = ROLE.BEFORE;
    }
  return roles;
}

function getIndexAtPc({ indexByPc }: DecodedProgram, pc: number): number {
  return indexByPc[pc >> 2];
}
