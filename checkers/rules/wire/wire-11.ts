import { GENERATIONS } from '../../../arch/index.js';
import type { TranslationFailed } from '../../../transactions/index.js';
import { ignoreRepeats } from '../../evidence/basics/handlers.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { nameOfWave, placeOfWave } from '../../evidence/findings/any-wave.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/**
 * Invariant: if an access's address cannot be translated, a trap handler runs before its wave continues. Without a handler the
 * wave halts, so the access never takes effect and the wave keeps its slot (P-148, P-149).
 */
export const WIRE_11: Rule = {
  id: 'WIRE-11',
  text: 'After a failed translation, a wave issues nothing while its trap handler runs, and halts if it has none.',
  severity: 'error',
  timed: true,
  generations: GENERATIONS,
  statements: ['P-148', 'P-149'],
  needs: ['wave-formed', 'memory-issued', 'translation-failed'],
  unarmed: 'no translation failed permanently',
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const [cyclesMin] = ledgers.scenario.freedoms.xnackLatency;
  /** By wave: the failure whose handler is running. By access, and by wave: failures without a handler. */
  const trappedWaves = new Map<number, TranslationFailed>();
  const lostAccesses = new Map<number, TranslationFailed>();
  const haltingWaves = new Map<number, TranslationFailed>();

  const violate = (failure: TranslationFailed, cycle: number, allowed: string, observed: string): void =>
    judge.violate(() => ({
      cycle,
      unit: 'memory',
      place: placeOfWave(ledgers, failure.wave, failure.pc),
      allowed,
      observed,
      steps: [stepOf(failure)],
      hint: 'Check what the wave does when a translation fails.',
    }));

  /** Removes the failure that a wave or access is waiting with. */
  const removeFailure = (
    failures: Map<number, TranslationFailed>,
    key: number,
  ): TranslationFailed | undefined => {
    if (failures.size === 0) return undefined;
    const failure = failures.get(key);
    failures.delete(key);
    return failure;
  };
  const judgeContinuation = ({ wave, cycle }: { readonly wave: number; readonly cycle: number }): void => {
    const failure = removeFailure(trappedWaves, wave);
    if (failure === undefined || cycle >= failure.cycle + cyclesMin) return;
    const due = failure.cycle + cyclesMin;
    const allowed = `The trap handler of ${nameOfWave(ledgers, wave)} runs up to cycle ${due} at least.`;
    violate(failure, cycle, allowed, `The wave continues in cycle ${cycle}.`);
  };
  const judgeEffect = ({ access, cycle }: { readonly access: number; readonly cycle: number }): void => {
    const failure = removeFailure(lostAccesses, access);
    if (failure === undefined) return;
    const allowed = `Access ${access} has no address and never takes effect.`;
    violate(failure, cycle, allowed, `It takes effect in cycle ${cycle}.`);
  };
  const judgeRelease = ({ wave, cycle }: { readonly wave: number; readonly cycle: number }): void => {
    const failure = removeFailure(haltingWaves, wave);
    if (failure === undefined) return;
    const allowed = `${nameOfWave(ledgers, wave)} halts and keeps its slot.`;
    violate(failure, cycle, allowed, `It releases its slot in cycle ${cycle}.`);
  };

  return {
    on: {
      'translation-failed': (t) => {
        if (t.action === 'replay') return;
        judge.armed++;
        const failure = { ...t };
        if (t.action === 'trap') trappedWaves.set(t.wave, failure);
        else {
          lostAccesses.set(t.access, failure);
          haltingWaves.set(t.wave, failure);
        }
      },
      'instructions-issued': judgeContinuation,
      'instructions-repeated': ignoreRepeats,
      'message-sent': judgeContinuation,
      'wave-ended': judgeContinuation,
      'memory-performed': judgeEffect,
      'resource-released': judgeRelease,
      'background-released': judgeRelease,
    },
  };
}

function stepOf({ cycle, access, action }: TranslationFailed): Finding['steps'][number] {
  return `cycle ${cycle}: the address of access ${access} cannot be translated (${action})`;
}
