import type { ExportRequested } from '../../../transactions/index.js';
import { isKnownWave } from '../../evidence/findings/participant.js';
import type { Judge, Ledgers, RuleCheck } from '../../kit.js';
import { SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';

/** The buffer that an export goes to. */
type Destination = Pick<ExportRequested, 'type' | 'index'>;

/** An export waiting for a bus. */
interface WaitingExport {
  readonly request: ExportRequested;
  /** The cycle of its request, or the last cycle in which other exports legally delayed it. */
  since: number;
}

/**
 * Implements IDLE-02 for export grants: an export is granted at once unless all buses are taken in that cycle,
 * or another export goes to the same buffer (P-082, P-084, P-091). EXP-02 checks the order.
 */
export function checkGrants(ledgers: Ledgers, judge: Judge, reportLate: LateReport): RuleCheck {
  const { exportBuses } = ledgers.scenario.freedoms;
  const waiting: WaitingExport[] = [];
  let granted: Destination[] = [];
  let grantCycle = -1;

  /** Ends a cycle that had grants, and records which requests had to wait in it. */
  const closeCycle = (): void => {
    const isFull = granted.length >= exportBuses;
    for (const entry of waiting) {
      const isDelayed = isFull || granted.some((grant) => isSameDestination(grant, entry.request));
      if (isDelayed) entry.since = Math.max(entry.since, grantCycle);
    }
    granted = [];
  };

  const checkExport = ({ request, since }: WaitingExport, until: number): void => {
    if (!isKnownWave(ledgers, request.wave)) return;
    judge.armed++;
    if (until - since > SLACK_CYCLES)
      reportLate(request.wave, `gets a bus for its ${request.type} export`, since, until, SLACK_CYCLES);
  };

  return {
    'export-requested': (t) => {
      waiting.push({ request: { ...t }, since: t.cycle });
    },
    'export-granted': (t) => {
      if (t.cycle !== grantCycle) closeCycle();
      grantCycle = t.cycle;
      granted.push({ type: t.type, index: t.index });
      const i = waiting.findIndex(({ request }) => request.wave === t.wave && request.pc === t.pc);
      if (i >= 0) checkExport(waiting.splice(i, 1)[0], t.cycle);
    },
    finish: (end) => {
      // A stream with requests but no grants simply does not report grants.
      if (grantCycle < 0) return;
      closeCycle();
      for (const entry of waiting) checkExport(entry, end);
    },
  };
}

function isSameDestination(a: Destination, b: Destination): boolean {
  return a.type === b.type && a.index === b.index;
}
