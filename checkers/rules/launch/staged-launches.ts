import type { Handlers } from '../../evidence/basics/handlers.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { getWaveName, locateAnyWave } from '../../evidence/findings/any-wave.js';
import { describeBound } from '../../evidence/findings/bound-freedom.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { formatCount } from '../../evidence/findings/wording.js';

/** A wave whose start data is staged or waiting for an entry. */
interface StagedWave {
  readonly wave: number;
  /** The cycle in which its entry becomes free, once it has started. */
  until: number;
}

/** The freedom that sets the number of entries. */
type StagingKnob = 'stagedWaves' | 'stagedVertexWaves';

/** A launch of a pixel or background wave. */
interface Launch {
  readonly wave: number;
  readonly cycle: number;
  readonly loadCycles: number;
}

/**
 * The part of LAUNCH-07 for staging registers. They receive start data in formation order (for pixel waves, over
 * all packers together), and a controller loads straight from an entry. A wave therefore only starts while
 * earlier waves that are waiting or being loaded leave an entry for it (P-011, P-012).
 */
export function checkStagedLaunches(ledgers: Ledgers, judge: Judge): Handlers {
  const pixelWaves: StagedWave[] = [];
  const geometryWaves: StagedWave[] = [];

  const checkLaunch = (queue: StagedWave[], knob: StagingKnob, { wave, cycle, loadCycles }: Launch): void => {
    const entryCount = ledgers.scenario.freedoms[knob];
    dropReleased(queue, cycle);
    const position = queue.findIndex((staged) => staged.wave === wave);
    // A wave that starts twice may have left the queue or still be in it. The launch order rule reports it.
    if (position < 0) return;
    judge.armed++;
    queue[position].until = cycle + loadCycles;
    if (position < entryCount) return;
    judge.violate(() => ({
      cycle,
      unit: 'spi',
      place: locateAnyWave(ledgers, wave),
      allowed: `Start data of ${formatCount(entryCount, 'wave is', 'waves are')} staged at once.`,
      observed: `${getWaveName(ledgers, wave)} starts although ${position} formed before it wait or are still loading.`,
      steps: [`cycle ${cycle}: starts`],
      hint: 'Check what frees an entry of the staging registers, and when.',
      ...describeBound(ledgers.scenario, knob, position + 1),
    }));
  };

  return {
    'wave-formed': (t) => void pixelWaves.push({ wave: t.wave, until: Number.POSITIVE_INFINITY }),
    'wave-launched': (t) => checkLaunch(pixelWaves, 'stagedWaves', t),
    'background-formed': (t) => {
      if (t.source === 'geometry') geometryWaves.push({ wave: t.wave, until: Number.POSITIVE_INFINITY });
    },
    'background-launched': (t) => checkLaunch(geometryWaves, 'stagedVertexWaves', t),
  };
}

/** Removes waves that have returned their entry. */
function dropReleased(queue: StagedWave[], cycle: number): void {
  let kept = 0;
  for (const staged of queue) if (staged.until > cycle) queue[kept++] = staged;
  queue.length = kept;
}
