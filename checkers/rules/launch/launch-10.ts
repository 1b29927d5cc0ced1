import type { Finding, Ledgers, Problem, WaveRecord } from '../../kit.js';
import { defineRule, describeBound, formatWave, getWaveHistory, NEVER } from '../../kit.js';

/**
 * An id is reassigned only once its holder and all older waves have exited, and never to the wave formed right after
 * the holder. The window counts from the oldest unexited wave, even if an id beyond it is free (U22). A wave with an
 * id that polls still return, from before the counter wrapped, would conclude that every older wave has exited. Gaps
 * are legal (U20).
 */
export const LAUNCH_10 = defineRule({
  id: 'LAUNCH-10',
  text: 'No two unfinished waves of a packer share an id, and no wave is formed outside the id window or with an id that polls still return.',
  statements: ['S-033', 'S-035'],
  needs: ['wave-formed', 'section-exit'],
  bounds: ['idWindow'],
  create(ledgers, judge) {
    /** The last wave with each id, by packer. */
    const holders: Map<number, WaveRecord>[] = [];
    const { packers, scenario, entries } = ledgers;
    const { idWindow } = scenario.freedoms;
    const reportingPackers = new Set<number>();
    const findProblem = (wave: WaveRecord, previous: WaveRecord | undefined): WaveProblem | undefined => {
      const { count } = packers.ids;
      if (!entries.exitsByExport && wave.id >= count) return describeOutOfRange(wave, count);
      if (previous !== undefined && isReusedTooSoon(wave, previous))
        return describeReuse(ledgers, wave, previous);
      const oldest = packers.getOldestUnexited(packers.getPacker(wave.packer));
      if (oldest !== undefined && wave.sequence - oldest.sequence > idWindow)
        return describeTooFarAhead(ledgers, wave, oldest);
      if (waitsOutsideWindow(ledgers, wave, idWindow)) return describeWaitOutsideWindow(ledgers, wave);
      const isAmbiguous = wave.sequence - wave.visibleAtFormation >= count;
      return isAmbiguous && reportingPackers.has(wave.packer) ? describeAmbiguous(ledgers, wave) : undefined;
    };
    return {
      'exiting-id-visible': (t) => void reportingPackers.add(t.packer),
      onWave: {
        'wave-formed': (wave) => {
          holders[wave.packer] ??= new Map();
          const previous = holders[wave.packer].get(wave.id);
          holders[wave.packer].set(wave.id, wave);
          const problem = findProblem(wave, previous);
          if (judge.finds(problem))
            judge.reportAt(wave, wave.formedCycle, {
              unit: 'sc',
              steps: [`cycle ${wave.formedCycle}: ${formatWave(wave)} is formed`],
              ...problem,
            });
        },
      },
    };
  },
});

type WaveProblem = Problem & Partial<Pick<Finding, 'unit' | 'place' | 'steps'>> & Pick<Finding, 'hint'>;

/** Whether the previous wave with this id still holds it or was formed immediately before this one. */
function isReusedTooSoon(wave: WaveRecord, previous: WaveRecord): boolean {
  return previous.retiredCycle === NEVER || wave.indexInPacker === previous.indexInPacker + 1;
}

/**
 * Whether a wave waits for an id outside the window. The holder of such an id has exited or, on GFX9, may be the wave
 * itself. A wave that overlaps only itself may wait for the most recently exited wave (U4), which can be one id further
 * back.
 */
function waitsOutsideWindow({ entries }: Ledgers, wave: WaveRecord, idWindow: number): boolean {
  if (entries.exitsByExport || !wave.didOverlap) return false;
  return wave.sequence - wave.newestSequence > idWindow + (wave.intrawaveMask === 0 ? 0 : 1);
}

function describeOutOfRange(wave: WaveRecord, count: number): WaveProblem {
  return {
    allowed: `Packer ${wave.packer} gives its waves ids from 0 to ${count - 1}.`,
    observed: `${formatWave(wave)} has id ${wave.id}.`,
    hint: 'Check where the id counter wraps.',
  };
}

function describeReuse(ledgers: Ledgers, wave: WaveRecord, previous: WaveRecord): WaveProblem {
  const status = previous.retiredCycle === NEVER ? 'has not exited' : 'was formed just before';
  return {
    place: { otherWave: previous.wave },
    allowed: `${formatWave(wave)} gets an id that no unfinished wave on packer ${wave.packer} holds.`,
    observed: `The id ${wave.id} of ${formatWave(wave)} also belongs to ${formatWave(previous)}, which ${status}.`,
    steps: [...getWaveHistory(ledgers, previous), `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed`],
    hint: 'Check which waves advance the id counter, and whether the packer stalls when the id window is full.',
  };
}

function describeTooFarAhead(ledgers: Ledgers, wave: WaveRecord, oldest: WaveRecord): WaveProblem {
  const { idWindow } = ledgers.scenario.freedoms;
  return {
    place: { otherWave: oldest.wave },
    allowed: `Packer ${wave.packer} forms no wave more than ${idWindow} ids ahead of ${formatWave(oldest)}, whose exit has not been counted.`,
    observed: `Packer ${wave.packer} forms ${formatWave(wave)}, ${wave.sequence - oldest.sequence} ids ahead of ${formatWave(oldest)}.`,
    steps: [...getWaveHistory(ledgers, oldest), `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed`],
    hint: 'Check that the packer stalls when the id window is full, and how the start of the window is determined.',
    ...describeBound(ledgers.scenario, 'idWindow', wave.sequence - oldest.sequence),
  };
}

function describeWaitOutsideWindow(ledgers: Ledgers, wave: WaveRecord): WaveProblem {
  const { idWindow } = ledgers.scenario.freedoms;
  const distance = wave.sequence - wave.newestSequence;
  return {
    unit: 'db',
    allowed: `A wave can only wait for one of the ${idWindow} ids before its own.`,
    observed: `${formatWave(wave)} waits for id ${ledgers.packers.getId(wave.newestSequence)}, ${distance} before its own.`,
    hint: 'Check that an overlapped wave is dropped if it exits while the packer waits for room in the id window.',
    ...describeBound(ledgers.scenario, 'idWindow', distance),
  };
}

function describeAmbiguous(ledgers: Ledgers, wave: WaveRecord): WaveProblem {
  const id = ledgers.packers.getId(wave.visibleAtFormation);
  return {
    allowed: `Packer ${wave.packer} forms no wave ${ledgers.packers.ids.count} or more ids ahead of id ${id}, which polls can still return.`,
    observed: `Packer ${wave.packer} forms ${formatWave(wave)}, ${wave.sequence - wave.visibleAtFormation} ids ahead of id ${id}.`,
    steps: [`cycle ${wave.formedCycle}: ${formatWave(wave)} is formed while polls return ${id}`],
    hint: 'Check how the packer determines the id window, which starts at the id that polls return, not at the last exit.',
  };
}
