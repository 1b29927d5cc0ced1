import { EXPORT_TYPES, getExportTypeRanks } from '../../../arch/index.js';
import type { ExportGranted, ExportRequested } from '../../../transactions/index.js';
import { isKnownWave } from '../../evidence/findings/any-wave.js';
import { findAnyWave } from '../../evidence/ledger/background.js';
import { defineRule, formatCount, type Ledgers, NEVER } from '../../kit.js';
import { type ExportFinding, reportExport } from './report.js';

/**
 * The source documents do not say whether age counts from formation or from launch. If two waves were formed in one
 * order and launched in the other, as can happen with two packers, neither is older. A request may be passed over
 * only if its destination is taking a higher-priority request (P-091). A request made in the same cycle as a grant
 * may have come after it, so it is ignored in that cycle.
 */
export const EXP_02 = defineRule({
  id: 'EXP-02',
  text: 'Exports are granted by type priority, then oldest wave first, and no bus is left idle while an export could use it.',
  timed: true,
  statements: ['P-082', 'P-083', 'P-084', 'P-085'],
  needs: ['wave-formed', 'export-requested', 'export-granted'],
  reads: () => ['background-launched', 'wave-launched'],
  unarmedReason: 'no two exports requested a bus in the same cycle',
  create(ledgers, judge) {
    const { exportPriority, exportBuses } = ledgers.scenario.freedoms;
    const ranks = getExportTypeRanks(exportPriority);
    const getRank = (request: ExportRequested): number => ranks[EXPORT_TYPES.indexOf(request.type)];
    const pending: ExportRequested[] = [];
    let granted: ExportRequested[] = [];
    let grantCycle = -1;

    const hasPriority = (a: ExportRequested, b: ExportRequested): boolean =>
      a.type === b.type ? isOlder(ledgers, a.wave, b.wave) : getRank(a) < getRank(b);

    const report = ({ wave, pc, type, cycle }: ExportRequested, { observed, ...texts }: WaitText): void => {
      if (!isKnownWave(ledgers, wave)) return;
      reportExport(ledgers, judge, wave, pc, {
        cycle: grantCycle,
        unit: 'sx',
        ...texts,
        observed: `requested the bus for a ${type} export in cycle ${cycle} and is still waiting ${observed},`,
      });
    };

    const checkCycle = (): void => {
      if (granted.length === 0) return;
      for (const request of pending) {
        if (request.cycle >= grantCycle) continue;
        judge.armed++;
        const overtakingGrant = granted.find((grant) => hasPriority(request, grant));
        const isDestinationBusy = granted.some(
          (grant) => hasSameBuffer(grant, request) && !hasPriority(request, grant),
        );
        if (overtakingGrant !== undefined && !isDestinationBusy)
          report(request, {
            allowed: 'Exports are granted by type priority, then oldest wave first.',
            observed: `when a ${overtakingGrant.type} export from wave ${overtakingGrant.wave} gets it`,
            hint: 'Check how the arbiter compares types and ages.',
          });
        const canBeGranted =
          granted.length < exportBuses && !granted.some((grant) => hasSameBuffer(grant, request));
        if (overtakingGrant === undefined && canBeGranted)
          report(request, {
            allowed: `Up to ${formatCount(exportBuses, 'export', 'exports')} are granted per cycle, one per destination.`,
            observed: `although only ${granted.length} of ${exportBuses} buses are in use and its destination is free`,
            hint: 'Check how many buses the arbiter grants per cycle.',
          });
      }
      granted = [];
    };

    return {
      'export-requested': (t) => pending.push({ ...t }),
      'export-granted': (t) => {
        if (t.cycle !== grantCycle) checkCycle();
        grantCycle = t.cycle;
        const i = pending.findIndex((request) => isGrantFor(t, request));
        if (i >= 0) granted.push(...pending.splice(i, 1));
      },
      finish: checkCycle,
    };
  },
});

type WaitText = Pick<ExportFinding, 'allowed' | 'observed' | 'hint'>;

/** Whether wave `a` was formed before wave `b` and, if launches are reported, also launched before it. */
function isOlder(ledgers: Ledgers, a: number, b: number): boolean {
  const first = findAnyWave(ledgers, a)?.launchedCycle ?? NEVER;
  const second = findAnyWave(ledgers, b)?.launchedCycle ?? NEVER;
  return a < b && (first === NEVER || second === NEVER || first < second);
}

function isGrantFor(grant: ExportGranted, request: ExportRequested): boolean {
  return grant.wave === request.wave && grant.pc === request.pc;
}

function hasSameBuffer(a: ExportRequested, b: ExportRequested): boolean {
  return a.type === b.type && a.index === b.index;
}
