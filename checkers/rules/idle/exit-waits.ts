import { chipOf, factsOf } from '../../../arch/index.js';
import { setting } from '../../../transactions/index.js';
import { type Judge, type Ledgers, NEVER, type RuleCheck, type WaveRecord } from '../../kit.js';
import { SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';

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
