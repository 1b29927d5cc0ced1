import { chipOf, findRegisterField, hasRegister } from '../../../arch/index.js';
import { setting } from '../../../transactions/index.js';
import type { DrawFacts, Finding, Judge, Ledgers, WaveRecord } from '../../kit.js';
import {
  defineRule,
  formatCount,
  formatUnit,
  formatWave,
  getWaveHistory,
  locateUnit,
  locateWave,
} from '../../kit.js';

const ENGINE = setting('drainScope', 'engine');
const WAITS = setting('sampleChange', 'waits');

/**
 * No quad that overlaps an unfinished older wave proceeds. Once a drain has closed a wave, all earlier waves must end
 * before the next is formed: depending on the scenario, the packer's own or those of all packers (pops.md 1, drain;
 * U19). Only some scenarios require it after a change of sample count (U26).
 */
export const ORD_11 = defineRule({
  id: 'ORD-11',
  text: 'A draw that drains on overlap, on a sample count change or at a barrier does not form a wave until the older waves have ended.',
  statements: ['S-131', 'S-133', 'S-134'],
  needs: ['wave-formed', 'wave-ended'],
  reads: ({ exits }) => exits,
  unarmedReason: 'no draw drained on overlap, changed the sample count or waited at a barrier',
  create(ledgers, judge) {
    const { drainScope, sampleChange } = ledgers.scenario.freedoms;
    const drains = ledgers.draws.map((facts) => isDraining(ledgers, facts));
    const lastChanges = findLastWaits(ledgers.draws, sampleChange === WAITS);
    if (!drains.includes(true) && (lastChanges.at(-1) ?? 0) === 0) return {};
    const unfinished = new Set<WaveRecord>();
    /** A wave of the latest draw that has any. */
    let latest: WaveRecord | undefined;
    /** The waves that each packer's next wave must wait for, if a drain closed its last wave. */
    const awaited: Set<WaveRecord>[] = [];
    return {
      onWave: {
        'wave-formed': (wave, t) => {
          const { packer } = wave;
          if (drains[t.draw]) checkWave(ledgers, judge, wave, awaited[packer] ?? NO_WAVES);
          if (lastChanges[t.draw] > 0)
            checkSampleChange(ledgers, judge, wave, lastChanges[t.draw], unfinished);
          // A packer may still be holding this wave back while another packer forms waves of the next draw.
          const latestChange = lastChanges[latest?.facts.index ?? 0];
          if (latest !== undefined && t.draw < latestChange)
            judge.violate(describeEarlyDraw, ledgers, wave, latestChange, latest, 'after');
          if (latest === undefined || latest.facts.index < t.draw) latest = wave;
          unfinished.add(wave);
          const isAwaited = (other: WaveRecord): boolean => drainScope === ENGINE || other.packer === packer;
          awaited[packer] = t.reason === 'drain' ? new Set([...unfinished].filter(isAwaited)) : NO_WAVES;
        },
        'wave-ended': (wave) => {
          unfinished.delete(wave);
          for (const waves of awaited) waves?.delete(wave);
        },
      },
    };
  },
});

/**
 * Returns, for each draw, the index of the latest draw so far that waits for all earlier waves, because of its boundary
 * or, with `afterChanges`, a sample count different from its predecessor's; 0 if there is none.
 */
function findLastWaits(draws: readonly DrawFacts[], afterChanges: boolean): readonly number[] {
  let last = 0;
  return draws.map(({ draw }, index) => {
    const changes = afterChanges && draw.samples !== draws[index - 1]?.draw.samples;
    if (index > 0 && (changes || draw.boundary?.includes('wait'))) last = index;
    return last;
  });
}

/** Whether an interlocked draw drains: its registers must request it, and the chip must support it. */
function isDraining({ gfx, scenario }: Ledgers, { draw, interlocked }: DrawFacts): boolean {
  const isSet = (name: string): boolean => findRegisterField(gfx, draw.registers, name) === 1;
  return (
    interlocked &&
    hasRegister(chipOf(scenario.chip), 'DB_DFSM_CONTROL') &&
    isSet('DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP') &&
    isSet('DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER') &&
    !isSet('DB_DFSM_CONFIG.DISABLE_POPS')
  );
}

function checkWave(ledgers: Ledgers, judge: Judge, wave: WaveRecord, awaited: ReadonlySet<WaveRecord>): void {
  judge.armed++;
  const overlapped = wave.predecessors[0];
  if (overlapped !== undefined) {
    if (judge.fires())
      judge.reportAt(wave, wave.formedCycle, {
        unit: 'db',
        place: { ...locateUnit(ledgers, overlapped.unit), otherWave: overlapped.wave.wave },
        allowed: `The draw drains on overlap: a quad at ${formatUnit(ledgers, overlapped.unit)} waits until ${formatWave(overlapped.wave)} has ended.`,
        observed: `${formatWave(wave)} is formed with that quad while the older wave is still running.`,
        steps: getWaveHistory(ledgers, overlapped.wave),
        hint: HINT,
      });
  } else if (awaited.size > 0 && judge.fires())
    judge.reportAt(wave, wave.formedCycle, {
      unit: 'db',
      allowed: `Packer ${wave.packer} drains: it must not form a wave until the waves it is draining have ended.`,
      observed: `${formatWave(wave)} is formed while ${formatCount(awaited.size, 'of them', 'of them')} ${awaited.size === 1 ? 'is' : 'are'} still running.`,
      steps: wave.olderInPacker === undefined ? [] : getWaveHistory(ledgers, wave.olderInPacker),
      hint: HINT,
    });
}

function checkSampleChange(
  ledgers: Ledgers,
  judge: Judge,
  wave: WaveRecord,
  change: number,
  unfinished: ReadonlySet<WaveRecord>,
): void {
  judge.armed++;
  for (const older of unfinished) {
    if (older.facts.index >= change) continue;
    judge.violate(describeEarlyDraw, ledgers, wave, change, older, 'before the end of');
    return;
  }
}

function describeEarlyDraw(
  ledgers: Ledgers,
  wave: WaveRecord,
  change: number,
  other: WaveRecord,
  relation: 'after' | 'before the end of',
): Finding {
  const hasBarrier = ledgers.draws[change].draw.boundary?.includes('wait') === true;
  return {
    cycle: wave.formedCycle,
    unit: 'sc',
    place: { ...locateWave(ledgers, wave), otherWave: other.wave },
    allowed: `Draw ${change} has ${hasBarrier ? 'a barrier before it' : 'a different sample count from the draw before it'}, and waits until all earlier waves have ended.`,
    observed: `${formatWave(wave)} of draw ${wave.facts.index} is formed ${relation} ${formatWave(other)} of draw ${other.facts.index}.`,
    steps: getWaveHistory(ledgers, other),
    hint: 'Check what the scan converter regards as idle before a draw that waits.',
  };
}

/** Used for packers that are not draining. */
const NO_WAVES: Set<WaveRecord> = new Set();

const HINT = 'Check what ends the drain: the whole pixel pipe must be empty, not just the overlapped wave.';
