import type { MemoryIssued, TranslationFailed } from '../../../transactions/index.js';
import { NumberMap } from '../../evidence/basics/number-map.js';
import type { Handlers, Judge, Ledgers } from '../../kit.js';
import { defineRule, getWaveName, ignoreRepeats, mergeHandlers } from '../../kit.js';

const ON_CHIP_SPACES: readonly MemoryIssued['space'][] = ['lds', 'gds'];

/** The failure rate at which every access's first translation fails, in percent. */
const ALWAYS = 100;

/**
 * An access whose translation fails waits until the translation is retried (P-146). If a retry cannot succeed, a trap
 * handler runs before its wave continues. A wave that halts keeps its slot, and its access never takes effect (P-148,
 * P-149).
 */
export const WIRE_11 = defineRule({
  id: 'WIRE-11',
  text: 'An access takes effect once it is translated. After a failure, its wave issues nothing while a trap handler runs, and halts if there is no handler.',
  timed: true,
  statements: ['P-146', 'P-148', 'P-149'],
  needs: ['wave-formed', 'memory-issued', 'translation-failed'],
  unarmedReason: 'no translation failed',
  skips: {
    accesses: 'to LDS and GDS: they are not translated',
    devices: 'other than our own: fewer translations may fail than the rate says',
  },
  create(ledgers, judge) {
    const violate: Report = (access, cycle, allowed, observed) => {
      if (judge.fires())
        judge.reportAt(access.wave, cycle, {
          pc: access.pc,
          unit: 'memory',
          allowed,
          observed,
          steps: access.kind === 'memory-issued' ? [] : [describeFailure(access)],
          hint: 'Check what the wave does when a translation fails.',
        });
    };
    const { scenario, isForeign } = ledgers;
    if (!isForeign && scenario.freedoms.xnackRate === 0)
      return {
        'translation-failed': (t) => {
          judge.armed++;
          violate(t, t.cycle, 'No translation fails in this scenario.', `That of access ${t.access} fails.`);
        },
      };
    return {
      ...mergeHandlers([checkEffects(ledgers, judge, violate), checkWaves(ledgers, judge, violate)]),
      'instructions-repeated': ignoreRepeats,
    };
  },
});

/** The subject of a finding: an access or a failed translation. */
type Access = Pick<MemoryIssued, 'kind' | 'wave' | 'pc'> | TranslationFailed;

type Report = (access: Access, cycle: number, allowed: string, observed: string) => void;

/** Checks that accesses take effect only after their translation. */
function checkEffects({ scenario, isForeign }: Ledgers, judge: Judge, violate: Report): Handlers {
  const { xnackRate, xnackLatency } = scenario.freedoms;
  const untranslatedAccesses = new NumberMap<Access>();
  /** The last failure of each pending access whose translation has failed. */
  const failures = new NumberMap<TranslationFailed>();
  return {
    'memory-issued': (t) => {
      // On another device, fewer translations may fail than the rate specifies.
      if (isForeign || xnackRate < ALWAYS || ON_CHIP_SPACES.includes(t.space)) return;
      untranslatedAccesses.set(t.access, { kind: t.kind, wave: t.wave, pc: t.pc });
    },
    'translation-failed': (t) => {
      if (t.action === 'replay') judge.armed++;
      untranslatedAccesses.delete(t.access);
      failures.set(t.access, { ...t });
    },
    'memory-performed': ({ access, cycle }) => {
      const untranslatedAccess = untranslatedAccesses.delete(access);
      const failure = failures.delete(access);
      const observed = `Access ${access} takes effect in cycle ${cycle}`;
      if (untranslatedAccess !== undefined) {
        judge.armed++;
        const allowed = `The first translation of every access fails, including that of access ${access}.`;
        violate(untranslatedAccess, cycle, allowed, `${observed} without a failure.`);
      }
      if (failure === undefined) return;
      const earliest = failure.cycle + xnackLatency[0];
      if (failure.action !== 'halt' && cycle >= earliest) return;
      const allowed =
        failure.action === 'halt'
          ? `Access ${access} cannot be translated, so it never takes effect.`
          : `Access ${access} is not retranslated before cycle ${earliest}.`;
      violate(failure, cycle, allowed, `${observed}.`);
    },
  };
}

/** Checks that waves run a trap handler or halt after a failure. */
function checkWaves(ledgers: Ledgers, judge: Judge, violate: Report): Handlers {
  const [minCycles] = ledgers.scenario.freedoms.xnackLatency;
  /** The failure that each trapped wave is handling. */
  const trappedWaves = new NumberMap<TranslationFailed>();
  /** The failure that made each wave without a handler halt. */
  const haltingWaves = new NumberMap<TranslationFailed>();
  const checkContinuation = ({ wave, cycle }: { readonly wave: number; readonly cycle: number }): void => {
    const failure = trappedWaves.delete(wave);
    const earliest = (failure?.cycle ?? 0) + minCycles;
    if (failure === undefined || cycle >= earliest) return;
    const allowed = `The trap handler of ${getWaveName(ledgers, wave)} runs until at least cycle ${earliest}.`;
    violate(failure, cycle, allowed, `The wave continues in cycle ${cycle}.`);
  };
  const checkRelease = ({ wave, cycle }: { readonly wave: number; readonly cycle: number }): void => {
    const failure = haltingWaves.delete(wave);
    if (failure === undefined) return;
    const allowed = `${getWaveName(ledgers, wave)} halts and keeps its slot.`;
    violate(failure, cycle, allowed, `${getWaveName(ledgers, wave)} releases its slot in cycle ${cycle}.`);
  };
  return {
    'translation-failed': (t) => {
      if (t.action === 'replay') return;
      judge.armed++;
      (t.action === 'trap' ? trappedWaves : haltingWaves).set(t.wave, { ...t });
    },
    'instructions-issued': checkContinuation,
    'memory-issued': checkContinuation,
    'wait-done': checkContinuation,
    exported: checkContinuation,
    'message-sent': checkContinuation,
    'wave-ended': checkContinuation,
    'resource-released': checkRelease,
    'background-released': checkRelease,
  };
}

function describeFailure({ cycle, access, action }: TranslationFailed): string {
  return `cycle ${cycle}: the address of access ${access} cannot be translated (${action})`;
}
