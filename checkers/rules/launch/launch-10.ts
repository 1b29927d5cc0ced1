import { GENERATIONS } from '../../../arch/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { describeBound } from '../../evidence/findings/bound-freedom.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { getWaveHistory } from '../../evidence/findings/wave-history.js';
import { formatWave, locateWave } from '../../evidence/findings/wording.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/**
 * Invariant: a packer's id identifies one wave at a time. It is only assigned to another wave once its holder
 * and all waves before that have exited, and never right after the holder. No wave is formed further ahead of
 * the oldest unexited wave than the id window, even if its id is free (S-033, S-035; U22). Nor is a wave
 * assigned an id that polls still see as exiting from before the wraparound, since it would read its own id and
 * treat every older wave as exited (S-035). Gaps are legal (U20).
 */
export const LAUNCH_10: Rule = {
  id: 'LAUNCH-10',
  text: 'No two unfinished waves of a packer share an id, and none is formed outside the id window or with an id that polling waves still read.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-033', 'S-035'],
  needs: ['wave-formed', 'section-exit'],
  bounds: ['idWindow'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  /** The last wave with each id, by packer. */
  const holders: Map<number, WaveRecord>[] = [];
  const { packers, scenario } = ledgers;
  const { idWindow } = scenario.freedoms;
  /** Packers whose visible exiting ids are in the stream. */
  const reportingPackers = new Set<number>();
  return {
    on: {
      'wave-formed': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        holders[wave.packer] ??= new Map();
        const previous = holders[wave.packer].get(wave.id);
        holders[wave.packer].set(wave.id, wave);
        judge.armed++;
        if (previous !== undefined && isStillHeld(wave, previous)) {
          report(ledgers, judge, wave, previous);
          return;
        }
        const oldest = packers.getOldestUnexited(packers.getPacker(wave.packer));
        if (oldest !== undefined && wave.sequence - oldest.sequence > idWindow)
          reportBeyond(ledgers, judge, wave, oldest);
        else if (namesBeyond(ledgers, wave, idWindow)) reportNamed(ledgers, judge, wave);
        else if (
          reportingPackers.has(wave.packer) &&
          wave.sequence - wave.visibleAtFormation >= packers.modulus
        )
          reportAmbiguous(ledgers, judge, wave);
      },
      'exiting-id-visible': (t) => void reportingPackers.add(t.packer),
    },
  };
}

/** Whether the previous wave with an id still holds it. */
function isStillHeld(wave: WaveRecord, previous: WaveRecord): boolean {
  return previous.retiredCycle === NEVER || wave.indexInPacker === previous.indexInPacker + 1;
}

/**
 * Whether a wave waits for an id outside the window, whose holder has exited and may be the wave itself (GFX9).
 * A wave that only overlaps itself may name the wave that exited last (U4), which is one further back.
 */
function namesBeyond({ entries }: Ledgers, wave: WaveRecord, idWindow: number): boolean {
  if (entries.exitsByExport || !wave.didOverlap) return false;
  return wave.sequence - wave.newestSequence > idWindow + (wave.intrawaveMask === 0 ? 0 : 1);
}

function report(ledgers: Ledgers, judge: Judge, wave: WaveRecord, previous: WaveRecord): void {
  const status = previous.retiredCycle === NEVER ? 'has not had its exit counted' : 'was formed just before';
  judge.violate(() => ({
    cycle: wave.formedCycle,
    unit: 'sc',
    place: { ...locateWave(ledgers, wave), otherWave: previous.wave },
    allowed: `${formatWave(wave)} has an id that no unfinished wave of packer ${wave.packer} has.`,
    observed: `Its id ${wave.id} is that of ${formatWave(previous)}, which ${status}.`,
    steps: [...getWaveHistory(ledgers, previous), `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed`],
    hint: 'Check which waves advance the id counter, and the stall when the id window is full.',
  }));
}

function reportBeyond(ledgers: Ledgers, judge: Judge, wave: WaveRecord, oldest: WaveRecord): void {
  const { idWindow } = ledgers.scenario.freedoms;
  judge.violate(() => ({
    cycle: wave.formedCycle,
    unit: 'sc',
    place: { ...locateWave(ledgers, wave), otherWave: oldest.wave },
    allowed: `Packer ${wave.packer} forms no wave more than ${idWindow} ids ahead of ${formatWave(oldest)}, whose exit has not been counted.`,
    observed: `It forms ${formatWave(wave)}, ${wave.sequence - oldest.sequence} ids ahead.`,
    steps: [...getWaveHistory(ledgers, oldest), `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed`],
    hint: 'Check the stall when the id window is full, and how it finds the start of the window.',
    ...describeBound(ledgers.scenario, 'idWindow', wave.sequence - oldest.sequence),
  }));
}

function reportNamed(ledgers: Ledgers, judge: Judge, wave: WaveRecord): void {
  const { idWindow } = ledgers.scenario.freedoms;
  const distance = wave.sequence - wave.newestSequence;
  judge.violate(() => ({
    cycle: wave.formedCycle,
    unit: 'db',
    place: locateWave(ledgers, wave),
    allowed: `A wave that has to wait names one of the ${idWindow} ids before its own.`,
    observed: `${formatWave(wave)} names id ${ledgers.packers.getId(wave.newestSequence)}, ${distance} before its own.`,
    steps: [`cycle ${wave.formedCycle}: ${formatWave(wave)} is formed`],
    hint: 'Check that an overlapped wave that exits while the packer waits for room in the id window is dropped.',
    ...describeBound(ledgers.scenario, 'idWindow', distance),
  }));
}

function reportAmbiguous(ledgers: Ledgers, judge: Judge, wave: WaveRecord): void {
  const id = ledgers.packers.getId(wave.visibleAtFormation);
  judge.violate(() => ({
    cycle: wave.formedCycle,
    unit: 'sc',
    place: locateWave(ledgers, wave),
    allowed: `Packer ${wave.packer} forms no wave ${ledgers.packers.modulus} ids or more ahead of id ${id}, which polls still read.`,
    observed: `It forms ${formatWave(wave)}, ${wave.sequence - wave.visibleAtFormation} ids ahead.`,
    steps: [`cycle ${wave.formedCycle}: ${formatWave(wave)} is formed while polls read ${id}`],
    hint: 'Check how the stall finds the start of the id window: it is the id that polls read, not the last exit.',
  }));
}
