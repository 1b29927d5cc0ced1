import type { ExportRequested } from '../../../transactions/index.js';
import type { ExportBuffer } from '../../evidence/facts/export-space.js';
import { getBufferKey, getExportBuffer, reservesSpace } from '../../evidence/facts/export-space.js';
import { isKnownWave } from '../../evidence/findings/any-wave.js';
import { DefaultMap, getOrCreate, type Judge, type Ledgers, type RuleCheck } from '../../kit.js';
import { SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';

interface Space {
  readonly buffer: ExportBuffer;
  /** Launched waves that cannot be allocated space yet, oldest first. */
  readonly waiting: number[];
  /** Number of waves that hold space or have a grant in flight. */
  usedCount: number;
}

/**
 * Implements IDLE-02 for `sx-alloc`: a launched wave gets export space within the allocation latency, once space is
 * free and all waves that were launched earlier and wait for the same buffer have been allocated theirs (P-077, P-080).
 */
export function checkAllocations(ledgers: Ledgers, judge: Judge, reportLate: LateReport): RuleCheck {
  const { waves, background } = ledgers;
  const bound = ledgers.scenario.freedoms.exportAllocLatency[1] + SLACK_CYCLES;
  const spaces = new Map<number, Space>();
  /** For each wave with a grant in flight, the cycle in which the grant became possible. */
  const grantableCycles = new Map<number, number>();

  const findSpace = (wave: number): Space | undefined => {
    const packer = waves.find(wave)?.packer ?? -1;
    const buffer = getExportBuffer(ledgers, { wave, packer });
    if (buffer === undefined) return undefined;
    return getOrCreate(spaces, getBufferKey(buffer), () => ({ buffer, waiting: [], usedCount: 0 }));
  };

  const grant = (space: Space, cycle: number): void => {
    const { buffer, waiting } = space;
    for (; waiting.length > 0 && space.usedCount < buffer.maxWaves; space.usedCount++)
      grantableCycles.set(waiting.shift()!, cycle);
  };

  const recordLaunch = (wave: number, cycle: number): void => {
    const space = findSpace(wave);
    if (space === undefined) return;
    space.waiting.push(wave);
    grant(space, cycle);
  };

  const checkWave = (wave: number, end: number): void => {
    const since = grantableCycles.get(wave);
    if (since === undefined) return;
    judge.armed++;
    if (end - since > bound) reportLate(wave, 'gets export space', since, end, bound, 'exportAllocLatency');
  };

  return {
    'wave-launched': (t) => {
      const wave = waves.find(t.wave);
      if (wave !== undefined && reservesSpace(ledgers.gfx, wave.facts.draw.registers))
        recordLaunch(t.wave, t.cycle);
    },
    'background-launched': (t) => {
      if (background.find(t.wave) !== undefined) recordLaunch(t.wave, t.cycle);
    },
    'sx-alloc': (t) => {
      checkWave(t.wave, t.cycle);
      grantableCycles.delete(t.wave);
    },
    'sx-freed': (t) => {
      const space = findSpace(t.wave);
      if (space === undefined) return;
      space.usedCount--;
      grant(space, t.cycle);
    },
    finish: (end) => {
      for (const wave of grantableCycles.keys()) checkWave(wave, end);
    },
  };
}

/** A pixel wave's in-flight exports. */
class InFlightExports {
  waitingCount = 0;
  /** Whether the last export has been issued. */
  isDone = false;
  grantedCycle = -1;
  dueCycle = -1;
  /** The deadline for the wave's pending parameter reads. Reads and exports share a counter. */
  readDueCycle = -1;
}

/**
 * Implements IDLE-02 for export data, for our own device model only. Once granted, an export's data leaves the
 * registers within the export latency. It can be delayed only by older data from the same wave, by one cycle per
 * export, because grants never stall (P-087). A pixel wave therefore releases its export space within that bound.
 */
export function checkDepartures(ledgers: Ledgers, _judge: Judge, reportLate: LateReport): RuleCheck {
  if (ledgers.isForeign) return {};
  const { exportLatency, ldsLatency } = ledgers.scenario.freedoms;
  const inFlightByWave = new DefaultMap<number, InFlightExports>(() => new InFlightExports());

  return {
    onWave: {
      exported: (_, t) => {
        if (t.done) inFlightByWave.getOrCreate(t.wave).isDone = true;
      },
      'export-requested': (_, t) => void inFlightByWave.getOrCreate(t.wave).waitingCount++,
      'export-granted': (_, t) => {
        const inFlight = inFlightByWave.getOrCreate(t.wave);
        inFlight.waitingCount--;
        inFlight.grantedCycle = t.cycle;
        inFlight.dueCycle = Math.max(t.cycle + exportLatency[1], inFlight.dueCycle + 1);
      },
      'direct-read-served': (_, t) => {
        inFlightByWave.getOrCreate(t.wave).readDueCycle = t.cycle + ldsLatency[1] + SLACK_CYCLES;
      },
    },
    'sx-freed': ({ wave, cycle }) => {
      const inFlight = inFlightByWave.get(wave);
      if (inFlight === undefined || !inFlight.isDone || inFlight.waitingCount > 0) return;
      const { grantedCycle, dueCycle, readDueCycle } = inFlight;
      const due = Math.max(dueCycle, readDueCycle);
      if (cycle > due)
        reportLate(
          wave,
          'finishes exporting its data and releases its space',
          grantedCycle,
          cycle,
          due - grantedCycle,
          due === dueCycle ? 'exportLatency' : 'ldsLatency',
        );
    },
    'resource-released': ({ wave }) => inFlightByWave.delete(wave),
  };
}

/** The buffer that an export goes to. */
type Destination = Pick<ExportRequested, 'type' | 'index'>;

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
    'export-requested': (t) => waiting.push({ request: { ...t }, since: t.cycle }),
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
