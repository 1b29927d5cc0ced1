import { EXPORT_TYPES, GENERATIONS, getExportTypeRanks } from '../../../arch/index.js';
import type { ExportGranted, ExportRequested } from '../../../transactions/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { isKnownWave } from '../../evidence/findings/party.js';
import { formatCount } from '../../evidence/findings/wording.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import { reportExport } from './report.js';

/**
 * Invariant: among exports that wait for the bus, the type with the highest priority in the scenario goes
 * first, and within a type the older wave (P-084, P-085). The source documents do not say whether age counts
 * from formation or from launch. If two waves were formed in one order and launched in the other, as can happen
 * with two packers, neither is older. The better request may only wait while its destination accepts an even
 * better one (P-091), and no request waits while a bus is free and its destination is idle (P-082). A request
 * in the same cycle as a grant may have come after the grant.
 */
export const EXP_02: Rule = {
  id: 'EXP-02',
  text: 'Exports are granted by type priority, then oldest wave first, and every free bus is used in each cycle.',
  severity: 'error',
  timed: true,
  generations: GENERATIONS,
  statements: ['P-082', 'P-083', 'P-084', 'P-085'],
  needs: ['wave-formed', 'export-requested', 'export-granted'],
  reads: () => ['background-launched', 'wave-launched'],
  unarmed: 'no two exports requested a bus in the same cycle',
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { exportPriority, exportBuses } = ledgers.scenario.freedoms;
  const ranks = getExportTypeRanks(exportPriority);
  const getRank = (request: ExportRequested): number => ranks[EXPORT_TYPES.indexOf(request.type)];
  const waiting: ExportRequested[] = [];
  let granted: ExportRequested[] = [];
  let grantCycle = -1;

  const isBetter = (a: ExportRequested, b: ExportRequested): boolean =>
    a.type === b.type ? isOlder(ledgers, a.wave, b.wave) : getRank(a) < getRank(b);

  const checkCycle = (): void => {
    if (granted.length === 0) return;
    for (const waiter of waiting) {
      if (waiter.cycle >= grantCycle) continue;
      judge.armed++;
      const overtaking = granted.find((grant) => isBetter(waiter, grant));
      const isDestinationBusy = granted.some(
        (grant) => hasSameBuffer(grant, waiter) && !isBetter(waiter, grant),
      );
      if (overtaking !== undefined && !isDestinationBusy)
        report(ledgers, judge, waiter, overtaking, grantCycle);
      const canBeGranted =
        granted.length < exportBuses && !granted.some((grant) => hasSameBuffer(grant, waiter));
      if (overtaking === undefined && canBeGranted)
        reportFreeBus(ledgers, judge, waiter, granted.length, grantCycle);
    }
    granted = [];
  };

  return {
    on: {
      'export-requested': (t) => {
        waiting.push({ ...t });
      },
      'export-granted': (t) => {
        if (t.cycle !== grantCycle) checkCycle();
        grantCycle = t.cycle;
        const i = waiting.findIndex((request) => isAnswer(t, request));
        if (i >= 0) granted.push(...waiting.splice(i, 1));
      },
    },
    finish: checkCycle,
  };
}

/** Whether a wave was formed before another one and, if launches are reported, also launched before it. */
function isOlder(ledgers: Ledgers, a: number, b: number): boolean {
  const first = getLaunchCycle(ledgers, a);
  const second = getLaunchCycle(ledgers, b);
  return a < b && (first === NEVER || second === NEVER || first < second);
}

function getLaunchCycle({ waves, background }: Ledgers, wave: number): number {
  return (waves.find(wave) ?? background.find(wave))?.launchedCycle ?? NEVER;
}

function isAnswer(grant: ExportGranted, request: ExportRequested): boolean {
  return grant.wave === request.wave && grant.pc === request.pc;
}

function hasSameBuffer(a: ExportRequested, b: ExportRequested): boolean {
  return a.type === b.type && a.index === b.index;
}

function report(
  ledgers: Ledgers,
  judge: Judge,
  waiter: ExportRequested,
  overtaking: ExportRequested,
  cycle: number,
): void {
  if (!isKnownWave(ledgers, waiter.wave)) return;
  reportExport(ledgers, judge, waiter.wave, waiter.pc, {
    cycle,
    unit: 'sx',
    allowed: 'Exports are granted by type priority, then oldest wave first.',
    observed: `requested the bus for a ${waiter.type} export in cycle ${waiter.cycle} and still waits when a ${overtaking.type} export of wave ${overtaking.wave} gets it,`,
    hint: 'Check how the arbiter compares types and ages.',
  });
}

function reportFreeBus(
  ledgers: Ledgers,
  judge: Judge,
  waiter: ExportRequested,
  grantCount: number,
  cycle: number,
): void {
  if (!isKnownWave(ledgers, waiter.wave)) return;
  const { exportBuses } = ledgers.scenario.freedoms;
  reportExport(ledgers, judge, waiter.wave, waiter.pc, {
    cycle,
    unit: 'sx',
    allowed: `Up to ${formatCount(exportBuses, 'export', 'exports')} are granted per cycle, one per destination.`,
    observed: `requested the bus for a ${waiter.type} export in cycle ${waiter.cycle} and still waits although only ${grantCount} of ${exportBuses} buses are used and its destination is free,`,
    hint: 'Check how many buses the arbiter grants per cycle.',
  });
}
