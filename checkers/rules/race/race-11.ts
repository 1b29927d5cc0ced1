import { COUNTER_NAMES, type CounterName } from '../../../arch/index.js';
import { NumberMap } from '../../evidence/basics/number-map.js';
import { isKnownWave } from '../../evidence/findings/any-wave.js';
import { defineRule, getWaveName } from '../../kit.js';

/** Maximum number of performed accesses to remember. */
const MAX_PERFORMED = 65_536;

/**
 * Otherwise waits would pass while an access is in flight. Waves of all kinds are checked. Our own device cannot perform
 * an access again.
 */
export const RACE_11 = defineRule({
  id: 'RACE-11',
  text: 'An access takes effect once, and returns once, to its own wave and counter.',
  statements: ['S-083', 'S-086', 'S-089'],
  needs: ['wave-formed', 'memory-issued'],
  reads: () => ['memory-returned'],
  create(ledgers, judge) {
    /** The owner of each access that has not returned, as encoded by `encodeOwner`. */
    const owners = new NumberMap<number>();
    /** The last accesses that GL2 or a data share performed. */
    const performed = new Set<number>();
    return {
      'memory-issued': (t) => owners.set(t.access, encodeOwner(t)),
      'memory-performed': ({ access, wave, level, cycle }) => {
        if (!ledgers.isForeign || level === 'L0' || level === 'GL1') return;
        if (performed.has(access) && isKnownWave(ledgers, wave) && judge.fires())
          judge.reportAt(wave, cycle, {
            unit: 'memory',
            allowed: `Access ${access} takes effect in ${level} once.`,
            observed: `Access ${access} of ${getWaveName(ledgers, wave)} takes effect in ${level} again.`,
            hint: 'Look for a repeated request: a replay, or a queue entry that is not freed.',
          });
        performed.add(access);
        if (performed.size > MAX_PERFORMED) performed.delete(performed.values().next().value!);
      },
      'memory-returned': (t) => {
        judge.armed++;
        const owner = owners.get(t.access);
        if (owner === encodeOwner(t)) {
          owners.delete(t.access);
          return;
        }
        const candidates = owner === undefined ? [t.wave] : [t.wave, getOwnerWave(owner)];
        const knownWave = candidates.find((candidate) => isKnownWave(ledgers, candidate));
        if (knownWave !== undefined && judge.fires()) {
          const expected =
            owner === undefined
              ? `No access ${t.access} is outstanding, so ${t.counter} is not decremented`
              : `Access ${t.access} returns to wave ${getOwnerWave(owner)} and decrements its ${COUNTER_NAMES[owner % COUNTER_NAMES.length]}`;
          judge.reportAt(knownWave, t.cycle, {
            unit: 'memory',
            allowed: `${expected}.`,
            observed: `The ${t.counter} of wave ${t.wave} is decremented for access ${t.access}.`,
            hint: 'Look for an access whose return is reported twice, or for the wrong wave or counter.',
          });
        }
      },
    };
  },
});

/**
 * Encodes the wave and counter of an access as one number, to avoid an allocation. The counter is represented
 * by its index in `COUNTER_NAMES`.
 */
function encodeOwner({ wave, counter }: { readonly wave: number; readonly counter: CounterName }): number {
  return wave * COUNTER_NAMES.length + COUNTER_NAMES.indexOf(counter);
}

function getOwnerWave(owner: number): number {
  return Math.floor(owner / COUNTER_NAMES.length);
}
