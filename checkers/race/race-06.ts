import type { CounterName, Instruction } from '../../arch/index.js';
import { counterMaximum, GENERATIONS } from '../../arch/index.js';
import type { MemoryIssued, MemoryReturned, WaitDone } from '../../transactions/index.js';
import { NumberMap } from '../basics/number-map.js';
import type { Ledgers } from '../facts/ledgers.js';
import { placeOfWave } from '../findings/any-wave.js';
import type { Finding, Judge } from '../findings/judge.js';
import { isKnownWave } from '../findings/party.js';
import { pcName, waveName, wavePlace } from '../findings/wording.js';
import { COUNTERS } from '../ledger/waits.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { instructionAt } from '../program/programs.js';
import type { Rule, RuleCheck } from '../rule/rule.js';

/**
 * Invariant: a wave has no more memory accesses outstanding than the counter that counts them can hold, since one more
 * would make it start again at zero and every wait pass (pops.md 4); and no fewer than none: where more come back than were
 * issued, the counter fell twice for one, and waits passed early. Recomputed from issues and returns, and so is what each wait
 * leaves: no more than it waits for. Each access comes back once, to the wave and the counter that it was issued by.
 */
export const RACE_06: Rule = {
  id: 'RACE-06',
  text: 'No more accesses are outstanding than their counter can hold or a wait allows, and each returns once, to its own wave and counter.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-083', 'S-086', 'S-089'],
  needs: ['wave-formed', 'memory-issued'],
  reads: () => ['memory-returned'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { waves, gfx } = ledgers;
  const maxima = COUNTERS.map((counter) => counterMaximum(gfx, counter));
  /** Wave, of any kind, and counter of the accesses that have not come back, by number (`ownerOf`). */
  const owners = new NumberMap<number>();
  /** By wave that the ledgers still hold, for each counter. */
  const outstanding = new WeakMap<WaveRecord, number[]>();
  /** The wave asked for last, and its counts. */
  let lastWave: WaveRecord | undefined;
  let lastCounts: number[] | undefined;
  let tellsReturns = false;
  const countsOf = (wave: WaveRecord): number[] | undefined => {
    if (wave !== lastWave) {
      lastWave = wave;
      lastCounts = outstanding.get(wave);
    }
    return lastCounts;
  };
  const change = (wave: WaveRecord, at: number, by: number): number => {
    let counts = countsOf(wave);
    if (counts === undefined) {
      counts = COUNTERS.map(() => 0);
      outstanding.set(wave, counts);
      lastCounts = counts;
    }
    counts[at] += by;
    return counts[at];
  };
  return {
    on: {
      'memory-issued': (t) => {
        const at = COUNTERS.indexOf(t.counter);
        owners.set(t.access, ownerOf(t.wave, at));
        const wave = waves.find(t.wave);
        if (wave === undefined) return;
        judge.armed++;
        const most = maxima[at];
        const count = change(wave, at, 1);
        if (count > most) judge.violate(describe, ledgers, wave, t, count, most);
      },
      'memory-returned': (t) => {
        tellsReturns = true;
        const owner = owners.get(t.access);
        const wave = waves.find(t.wave);
        const at = COUNTERS.indexOf(t.counter);
        if (owner === ownerOf(t.wave, at)) {
          owners.delete(t.access);
          if (wave !== undefined) change(wave, at, -1);
          return;
        }
        const parties = owner === undefined ? [t.wave] : [t.wave, waveOf(owner)];
        const concerned = parties.find((party) => isKnownWave(ledgers, party));
        if (concerned !== undefined) judge.violate(describeReturn, ledgers, concerned, t, owner);
      },
      'wait-done': (t) => {
        const wave = tellsReturns ? waves.find(t.wave) : undefined;
        const counts = wave === undefined ? undefined : countsOf(wave);
        if (wave === undefined || counts === undefined) return;
        const wait = instructionAt(wave.facts.decoded, t.pc)?.wait;
        if (wait === undefined) return;
        judgeWait(ledgers, judge, wave, t, counts, wait);
      },
    },
  };
}

/** A wait has ended with these accesses outstanding by counter; counters are spelled out, since a look-up by a name that varies is slow. */
function judgeWait(
  ledgers: Ledgers,
  judge: Judge,
  wave: WaveRecord,
  t: WaitDone,
  counts: readonly number[],
  wait: NonNullable<Instruction['wait']>,
): void {
  const hold = (counter: CounterName, count: number, most = Number.POSITIVE_INFINITY): void => {
    if (count > most) judge.violate(describeWait, ledgers, wave, t, counter, count, most);
  };
  hold('vm', counts[0], wait.vm);
  hold('vs', counts[1], wait.vs);
  hold('lgkm', counts[2], wait.lgkm);
  hold('exp', counts[3], wait.exp);
}

/** Wave and counter of an access in one number; `counter` by its place in `COUNTERS`. */
function ownerOf(wave: number, counter: number): number {
  return wave * COUNTERS.length + counter;
}

function waveOf(owner: number): number {
  return Math.floor(owner / COUNTERS.length);
}

function describe(
  ledgers: Ledgers,
  wave: WaveRecord,
  { cycle, pc, counter }: MemoryIssued,
  count: number,
  most: number,
): Finding {
  return {
    cycle,
    unit: 'sq',
    place: wavePlace(ledgers, wave, pc),
    allowed: `${waveName(wave)} has at most ${most} accesses of ${counter} outstanding.`,
    observed: `It issues number ${count} at ${pcName(ledgers, wave, pc)}.`,
    steps: [],
    hint: 'Find out why issue did not stall while the counter was full.',
  };
}

function describeReturn(
  ledgers: Ledgers,
  concerned: number,
  { cycle, counter, access, wave }: MemoryReturned,
  owner: number | undefined,
): Finding {
  const due =
    owner === undefined
      ? `No access ${access} is outstanding; ${counter} does not fall for it`
      : `Access ${access} returns to wave ${waveOf(owner)}, whose ${COUNTERS[owner % COUNTERS.length]} falls`;
  return {
    cycle,
    unit: 'memory',
    place: placeOfWave(ledgers, concerned),
    allowed: `${due}.`,
    observed: `The ${counter} of wave ${wave} falls for access ${access}.`,
    steps: [],
    hint: 'Look for an access whose return is reported twice, or for the wrong wave or counter.',
  };
}

function describeWait(
  ledgers: Ledgers,
  wave: WaveRecord,
  { cycle, pc }: WaitDone,
  counter: CounterName,
  count: number,
  most: number,
): Finding {
  return {
    cycle,
    unit: 'sq',
    place: wavePlace(ledgers, wave, pc),
    allowed: `${waveName(wave)} continues after ${pcName(ledgers, wave, pc)} with at most ${most} accesses of ${counter} outstanding.`,
    observed: `It continues with ${count} still outstanding.`,
    steps: [],
    hint: 'Check what changes the counter, and what the wait compares with it.',
  };
}
