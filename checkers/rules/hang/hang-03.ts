import { WITH_WAVE_IDS } from '../../../arch/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import { formatSteps, getWaveHistory } from '../../evidence/findings/wave-history.js';
import { formatPc, formatWave, locateWave } from '../../evidence/findings/wording.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';
import { reportEveryPath } from '../../evidence/rule/every-path.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/**
 * Invariant: a wave that has set its packer sends its exit before `s_endpgm` (S-077, S-078). Otherwise the
 * packer's exiting id remains stuck at that wave, and every later wave that depends on it or on a younger wave
 * hangs.
 */
export const HANG_03: Rule = {
  id: 'HANG-03',
  text: 'A wave that has set its packer sends its exit before it ends.',
  severity: 'error',
  generations: WITH_WAVE_IDS,
  statements: ['S-077', 'S-078'],
  needs: ['wave-formed', 'wave-ended', 'message-sent'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const wavesWithoutExit: WaveRecord[] = [];
  return {
    on: {
      'wave-ended': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined || wave.firstPackerWriteCycle === NEVER || t.by === 'halt') return;
        judge.armed++;
        if (wave.exitCount === 0) wavesWithoutExit.push(wave);
      },
    },
    finish: (end) => {
      for (const wave of wavesWithoutExit) judge.violate(describeMissingExit, ledgers, wave);
      reportEveryPath(ledgers, judge, end);
    },
  };
}

function describeMissingExit(ledgers: Ledgers, wave: WaveRecord): Finding {
  const waiters = findWaiters(ledgers, wave);
  return {
    cycle: wave.endedCycle,
    unit: 'program',
    place: locateWave(ledgers, wave, wave.endedPc),
    allowed: `${formatWave(wave)} sends its exit between setting its packer at ${formatPc(ledgers, wave, wave.firstPackerWritePc)} and ending.`,
    observed: `It ends at ${formatPc(ledgers, wave, wave.endedPc)} without one; ${formatWaiters(waiters)}.`,
    steps: [
      ...getWaveHistory(ledgers, wave),
      ...formatSteps(
        waiters.map((waiter) => [waiter.polledCycle, `${formatWave(waiter)} polls and waits for it`]),
      ),
    ],
    hint: 'Check the path from the packer write to the end of the wave, starting with the early discard exit.',
  };
}

function findWaiters({ packers, entries }: Ledgers, wave: WaveRecord): WaveRecord[] {
  const packerWaves = packers.getPacker(wave.packer).waves.kept;
  return packerWaves.filter(
    (candidate) =>
      candidate.sequence > wave.sequence &&
      candidate.didOverlap &&
      candidate.newestSequence >= wave.sequence &&
      !entries.mayEnter(candidate),
  );
}

function formatWaiters(waiters: readonly WaveRecord[]): string {
  if (waiters.length === 0) return 'no wave waits for it yet';
  const names = waiters.slice(0, 3).map(formatWave).join(', ');
  const suffix = waiters.length > 3 ? ` and ${waiters.length - 3} more` : '';
  return `${names}${suffix} ${waiters.length === 1 ? 'waits' : 'wait'} for it`;
}
