import type { ExportRequested } from '../../../transactions/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { isKnownWave } from '../../evidence/findings/party.js';
import type { RuleCheck } from '../../evidence/rule/rule.js';
import { SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';

/** Buffer of an export. */
type Destination = Pick<ExportRequested, 'type' | 'index'>;

/** An export waiting for a bus. */
interface Waiting {
  readonly request: ExportRequested;
  /** Last cycle in which others legally delayed it. */
  since: number;
}

/**
 * IDLE-02's part for export grants: an export is granted at once unless in that cycle all buses are taken or another export
 * goes to its buffer (P-082, P-084, P-091); EXP-02 judges the order.
 */
export function judgeGrants(ledgers: Ledgers, judge: Judge, late: LateReport): RuleCheck {
  const { exportBuses } = ledgers.scenario.freedoms;
  const waiting: Waiting[] = [];
  let granted: Destination[] = [];
  let grantCycle = -1;

  /** After a cycle with grants, records which requests had to wait. */
  const closeCycle = (): void => {
    const isFull = granted.length >= exportBuses;
    for (const each of waiting) {
      const isKept = isFull || granted.some((grant) => isSame(grant, each.request));
      if (isKept) each.since = Math.max(each.since, grantCycle);
    }
    granted = [];
  };

  const judgeExport = ({ request, since }: Waiting, until: number): void => {
    if (!isKnownWave(ledgers, request.wave)) return;
    judge.armed++;
    if (until - since > SLACK_CYCLES)
      late(request.wave, `gets a bus for its ${request.type} export`, since, until, SLACK_CYCLES);
  };

  return {
    on: {
      'export-requested': (t) => {
        waiting.push({ request: { ...t }, since: t.cycle });
      },
      'export-granted': (t) => {
        if (t.cycle !== grantCycle) closeCycle();
        grantCycle = t.cycle;
        granted.push({ type: t.type, index: t.index });
        const at = waiting.findIndex(({ request }) => request.wave === t.wave && request.pc === t.pc);
        if (at >= 0) judgeExport(waiting.splice(at, 1)[0], t.cycle);
      },
    },
    finish: (end) => {
      // A stream with only requests does not report grants.
      if (grantCycle < 0) return;
      closeCycle();
      for (const each of waiting) judgeExport(each, end);
    },
  };
}

function isSame(one: Destination, other: Destination): boolean {
  return one.type === other.type && one.index === other.index;
}
