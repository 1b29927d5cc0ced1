import { chipOf, counterMaximum, factsOf, findMax, getCounter } from '../../../arch/index.js';
import type { InstructionsIssued, WaitDone } from '../../../transactions/index.js';
import { setting } from '../../../transactions/index.js';
import { NumberMap } from '../../evidence/basics/number-map.js';
import { computeIssueBacklog, getLongestStretch } from '../../evidence/facts/issue-backlog.js';
import type { Judge, Ledgers, RuleCheck, WaveRecord } from '../../kit.js';
import { describeExceededLatency, formatCount, formatWave, getWaveHistory, NEVER } from '../../kit.js';
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
  const steps = new NumberMap<Step>();
  const record = ({ wave, cycle }: InstructionsIssued | WaitDone, last: number): void => {
    const role = roles[last >> 2];
    if (role === ROLE.BEFORE) steps.set(wave, { cycle, last, cycles: bursts.getCycles(wave, cycle) });
    // A branch before the message may lead elsewhere, and the wave may return on another path.
    else if (role !== ROLE.MESSAGE) steps.delete(wave);
  };

  const checkMessage = (wave: WaveRecord, { cycle, last, cycles }: Step, sent: number, pc: number): void => {
    const { decoded } = wave.facts;
    if (decoded.indexByPc[last >> 2] + 1 !== decoded.indexByPc[pc >> 2]) return;
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
      const step = steps.delete(t.wave);
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

/** An exit that has been counted but is not yet visible to polls. */
interface UnseenExit {
  /** The exiting wave's record, since the wave may leave the ledger before polls see its exit. */
  readonly wave: WaveRecord;
  readonly cycle: number;
  /** The packer's exiting sequence after the exit. */
  readonly sequence: number;
  /** How many earlier exits were still in flight when this one was counted. */
  readonly inFlightCount: number;
}

/**
 * Implements IDLE-02 for the exiting id: each exit becomes visible to the packer's polls within the latency of its
 * path, plus one cycle for each earlier exit still in flight (S-041, U11; pipeline.md 3). It takes at least the path's
 * minimum latency, and the path delivers one id per cycle. Neither applies to designs that replace the tracker or to
 * other devices, which have their own path. On GFX11 and later, ids are not visible to waves. Streams that never report
 * a visible id are not checked.
 */
export function checkVisibleExits(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { packers, scenario } = ledgers;
  if (!factsOf(chipOf(scenario.chip).gfx).hasWaveIds) return {};
  const [minLatency, maxLatency] = scenario.freedoms.exitVisibleLatency;
  const isOurs = scenario.design === undefined && !ledgers.isForeign;
  /** Unseen exits by packer, oldest first. */
  const unseenExits: UnseenExit[][] = [];
  /** The cycle in which each packer's id last became visible. */
  const shownCycles: number[] = [];
  let isReported = false;

  const checkExit = ({ wave, cycle, inFlightCount }: UnseenExit, until: number, isSeen: boolean): void => {
    const elapsed = until - cycle;
    const bound = maxLatency + inFlightCount + SLACK_CYCLES;
    const isEarly = isSeen && isOurs && elapsed < minLatency;
    if (!judge.finds(elapsed > bound || isEarly)) return;
    const name = `the exit of ${formatWave(wave)}`;
    const limit = formatCount(isEarly ? minLatency : bound, 'cycle', 'cycles');
    judge.reportAt(wave, until, {
      unit: 'spi',
      allowed: `Polls see ${name} ${isEarly ? `at least ${limit} after` : `within ${limit} of`} cycle ${cycle}, when it was counted.`,
      observed: `Polls ${isEarly ? `saw ${name} after only` : `did not see ${name} for`} ${formatCount(elapsed, 'cycle', 'cycles')}.`,
      steps: getWaveHistory(ledgers, wave),
      hint: isEarly
        ? 'Check that an exiting id is not overwritten before polls can read it.'
        : 'Check the path from the exit tracker to the exiting id that polls read.',
      ...(isEarly ? {} : describeExceededLatency(ledgers.scenario, 'exitVisibleLatency', elapsed - bound)),
    });
  };

  return {
    onWave: {
      'section-exit': (wave, t) => {
        if (wave.countedExits !== 1) return;
        unseenExits[wave.packer] ??= [];
        const packerExits = unseenExits[wave.packer];
        const sequence = packers.getExitingSequence(packers.getPacker(wave.packer));
        packerExits.push({ wave, cycle: t.cycle, sequence, inFlightCount: packerExits.length });
      },
    },
    'exiting-id-visible': (t) => {
      isReported = true;
      const packerExits = unseenExits[t.packer] ?? [];
      const { visibleSequence } = packers.getPacker(t.packer);
      let visibleCount = 0;
      while (visibleCount < packerExits.length && packerExits[visibleCount].sequence <= visibleSequence)
        visibleCount++;
      for (const exit of packerExits.splice(0, visibleCount)) checkExit(exit, t.cycle, true);
      const isSecond = shownCycles[t.packer] === t.cycle;
      shownCycles[t.packer] = t.cycle;
      if (isSecond && isOurs && judge.fires())
        judge.report({
          cycle: t.cycle,
          unit: 'spi',
          place: { packer: t.packer },
          allowed: `Polls see one new id of packer ${t.packer} per cycle.`,
          observed: `Two ids became visible in cycle ${t.cycle}.`,
          hint: 'Check that exits on the path to polls keep their distance.',
        });
    },
    finish: (end) => {
      if (isReported) for (const exit of unseenExits.flat()) checkExit(exit, end, false);
    },
  };
}

const EXIT_AT_MESSAGE = setting('exitAdvance', 'message');

/**
 * Implements IDLE-02 for exits: the tracker counts an exit once it has arrived and all older waves have exited
 * (S-041, U11).
 */
export function checkExits(ledgers: Ledgers, judge: Judge, reportLate: LateReport): RuleCheck {
  const { packers, scenario } = ledgers;
  const findReadyCycle = factsOf(chipOf(scenario.chip).gfx).exitsByExport
    ? findReadyCycleAfterOverlaps
    : findReadyCycleAfterOlderWave;

  const checkWave = (wave: WaveRecord, until: number): void => {
    const since = findReadyCycle(ledgers, wave);
    if (since === NEVER) return;
    judge.armed++;
    if (until - since > SLACK_CYCLES)
      reportLate(wave.wave, 'has its exit counted', since, until, SLACK_CYCLES, 'messageLatency');
  };

  return {
    onWave: {
      'section-exit': (wave, t) => {
        if (wave.countedExits === 1) checkWave(wave, t.cycle);
      },
    },
    finish: (end) => {
      for (const packer of packers.packers) {
        const oldest = packer === undefined ? undefined : packers.getOldestUnexited(packer);
        if (oldest !== undefined) checkWave(oldest, end);
      }
    },
  };
}

/**
 * Returns the latest cycle in which a wave's exit may legally arrive, or NEVER if nothing shows that it arrives. If
 * a wave never took part in ordering, it exits when it ends (U3), or when it sends its message, if messages count
 * even without a packer (U12). If it took part but sends no exit, it remains unfinished (U14).
 */
function findArrivalCycle({ scenario, entries }: Ledgers, wave: WaveRecord): number {
  const { exitAdvance, messageLatency, messageWithoutPacker } = scenario.freedoms;
  const exitAtEnd = wave.endedBy === undefined || wave.endedBy === 'halt' ? NEVER : wave.endedCycle;
  const mustSendExit = entries.exitsByExport ? wave.facts.interlocked : wave.firstPackerWriteCycle !== NEVER;
  if (wave.exitCount === 0) return mustSendExit ? NEVER : exitAtEnd;
  if (
    !mustSendExit &&
    !entries.exitsByExport &&
    messageWithoutPacker === setting('messageWithoutPacker', 'ignored')
  )
    return exitAtEnd;
  const arrivalCycle = wave.exitIssuedCycle + messageLatency[1];
  if (entries.exitsByExport || exitAdvance === EXIT_AT_MESSAGE) return arrivalCycle;
  return exitAtEnd === NEVER ? NEVER : Math.max(arrivalCycle, exitAtEnd);
}

/**
 * Returns when a wave's exit may be counted on generations with wave ids, where exits are counted in formation
 * order (U2).
 */
function findReadyCycleAfterOlderWave(ledgers: Ledgers, wave: WaveRecord): number {
  const arrivalCycle = findArrivalCycle(ledgers, wave);
  if (arrivalCycle === NEVER || wave.olderInPacker === undefined) return arrivalCycle;
  const older = wave.olderInPacker;
  return older.exitedCycle === NEVER ? NEVER : Math.max(arrivalCycle, older.exitedCycle);
}

/**
 * Returns when a wave's exit may be counted on GFX11 and later: once the exits of the waves that it overlaps, or
 * is reported to overlap, have been counted (U15). Returns NEVER if any of them has not been counted yet.
 */
function findReadyCycleAfterOverlaps(ledgers: Ledgers, wave: WaveRecord): number {
  let readyCycle = findArrivalCycle(ledgers, wave);
  if (readyCycle === NEVER) return NEVER;
  const reported = ledgers.waves.getReportedOverlaps(wave);
  for (const older of [...reported, ...wave.predecessors.map((predecessor) => predecessor.wave)]) {
    if (older === undefined || older.exitedCycle === NEVER) return NEVER;
    readyCycle = Math.max(readyCycle, older.exitedCycle);
  }
  return readyCycle;
}
