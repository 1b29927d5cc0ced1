import { formatNumber } from '../../../transactions/index.js';
import { getAnyHistory, getParticipantName } from '../../evidence/findings/any-wave.js';
import { CAPACITY_KINDS } from '../../evidence/partial/evidence-kinds.js';
import { defineRule, describeExceededLatency, formatCount } from '../../kit.js';
import { checkExits, checkMessages, checkVisibleExits } from './exit-waits.js';
import { checkAllocations, checkDepartures, checkGrants } from './export-waits.js';
import { finishUnlessStuck, type LateReport } from './late-report.js';
import { checkLaunches } from './launch-waits.js';

const CHECKS = [
  checkLaunches,
  checkAllocations,
  checkMessages,
  checkGrants,
  checkDepartures,
  checkExits,
  checkVisibleExits,
];

/**
 * Fixed-function units serve a wave within the scenario's latencies, up to counting its exit and publishing the id
 * that makes the exit visible (S-041, U11). The HANG rules cover work left over when the device goes idle.
 */
export const IDLE_02 = defineRule({
  id: 'IDLE-02',
  text: 'A launch, allocation, message, export or grant is only ever delayed for a valid reason.',
  timed: true,
  statements: [
    'S-041',
    'S-076',
    'S-099',
    'P-013',
    'P-019',
    'P-031',
    'P-049',
    'P-061',
    'P-066',
    'P-069',
    'P-071',
    'P-077',
    'P-080',
    'P-083',
    'P-087',
    'P-119',
  ],
  needs: ['wave-formed', 'section-exit', 'sx-alloc'],
  bounds: ['exitVisibleLatency', 'messageLatency', 'exportAllocLatency', 'issueGap'],
  reads: ({ exits, earlyReleases }) => [
    ...exits,
    ...earlyReleases,
    ...CAPACITY_KINDS,
    'export-granted',
    'export-requested',
    'hwreg-written',
    'instructions-issued',
    'memory-issued',
    'overlap',
    'translation-failed',
    'wait-done',
  ],
  skips: {
    instructions: 'messages behind a branch: the stream does not show when the wave reached them',
    devices:
      'other than our own: when export data leaves, and when background waves start, is not documented',
  },
  costs: 'it keeps the last action of every wave that is to send a message',
  create(ledgers, judge) {
    const reportLate: LateReport = (wave, action, since, until, bound, latency) => {
      if (judge.fires()) {
        const name = getParticipantName(ledgers, wave);
        judge.reportAt(wave, until, {
          unit: 'spi',
          allowed: `${name} ${action} within ${formatCount(bound, 'cycle', 'cycles')} of cycle ${since}, when it last had a valid reason to wait.`,
          observed: `${name} waited ${formatCount(until - since, 'cycle', 'cycles')}; at most ${formatNumber(bound)} are allowed before it ${action}.`,
          steps: getAnyHistory(ledgers, wave),
          hint: 'Check who gets notified when a slot or export space is freed, or when a message arrives, and look for queues that are not rechecked.',
          ...(latency === undefined
            ? {}
            : describeExceededLatency(ledgers.scenario, latency, until - since - bound)),
        });
      }
    };
    return finishUnlessStuck(CHECKS.map((check) => check(ledgers, judge, reportLate)));
  },
});
