import { DefaultMap, type Judge, type Ledgers, type RuleCheck } from '../../kit.js';
import { SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';

/** A pixel wave's in-flight exports. */
interface InFlightExports {
  /** Number of exports waiting for the bus. */
  waitingCount: number;
  /** Whether the last export has been issued. */
  isDone: boolean;
  /** The cycle of the last grant. */
  grantedCycle: number;
  /** The deadline for that export's data to leave. */
  dueCycle: number;
  /** The deadline for the wave's pending parameter reads. Reads and exports share a counter. */
  readDueCycle: number;
}

/**
 * Implements IDLE-02 for export data, for our own device model only. Once granted, an export's data leaves the
 * registers within the export latency. It can be delayed only by older data from the same wave, by one cycle per
 * export, because grants never stall (P-087). A pixel wave therefore releases its export space within that bound.
 */
export function checkDepartures(ledgers: Ledgers, _judge: Judge, reportLate: LateReport): RuleCheck {
  if (ledgers.isForeign) return {};
  const { exportLatency, ldsLatency } = ledgers.scenario.freedoms;
  const inFlightByWave = new DefaultMap<number, InFlightExports>(() => ({
    waitingCount: 0,
    isDone: false,
    grantedCycle: -1,
    dueCycle: -1,
    readDueCycle: -1,
  }));

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
    'resource-released': ({ wave }) => {
      inFlightByWave.delete(wave);
    },
  };
}
