import type { BackgroundLaunched, WaveLaunched } from '../../../transactions/index.js';
import type { Handlers, Judge, Ledgers } from '../../kit.js';
import { describeBound, formatCount, getWaveName } from '../../kit.js';

interface StagedWave {
  readonly wave: number;
  /** The cycle in which its entry becomes free; infinite until the wave starts. */
  freeAt: number;
}

/** Knobs that set the number of staging entries. */
type StagingKnob = 'stagedWaves' | 'stagedVertexWaves';

/**
 * Checks the staging registers for LAUNCH-07. They receive initial data in formation order (for pixel waves, across
 * all packers), and a controller loads straight from an entry. A wave can therefore start only if earlier waves that
 * are waiting or loading leave an entry free (P-011, P-012).
 */
export function checkStagedLaunches(ledgers: Ledgers, judge: Judge): Handlers {
  const pixelWaves: StagedWave[] = [];
  const geometryWaves: StagedWave[] = [];

  const checkLaunch = (
    queue: StagedWave[],
    knob: StagingKnob,
    { wave, cycle, loadCycles }: WaveLaunched | BackgroundLaunched,
  ): void => {
    const entryCount = ledgers.scenario.freedoms[knob];
    dropReleased(queue, cycle);
    const position = queue.findIndex((staged) => staged.wave === wave);
    // A wave that starts again may or may not still be in the queue. The launch order check reports it.
    if (position < 0) return;
    judge.armed++;
    queue[position].freeAt = cycle + loadCycles;
    if (position >= entryCount && judge.fires())
      judge.reportAt(wave, cycle, {
        unit: 'spi',
        allowed: `The initial data of at most ${formatCount(entryCount, 'wave is', 'waves are')} staged at once.`,
        observed: `${getWaveName(ledgers, wave)} starts while ${formatCount(position, 'earlier wave is', 'earlier waves are')} still waiting or loading.`,
        steps: [`cycle ${cycle}: starts`],
        hint: 'Check what frees a staging register entry, and when.',
        ...describeBound(ledgers.scenario, knob, position + 1),
      });
  };

  return {
    'wave-formed': (t) => void pixelWaves.push({ wave: t.wave, freeAt: Number.POSITIVE_INFINITY }),
    'wave-launched': (t) => checkLaunch(pixelWaves, 'stagedWaves', t),
    'background-formed': (t) => {
      if (t.source === 'geometry') geometryWaves.push({ wave: t.wave, freeAt: Number.POSITIVE_INFINITY });
    },
    'background-launched': (t) => checkLaunch(geometryWaves, 'stagedVertexWaves', t),
  };
}

function dropReleased(queue: StagedWave[], cycle: number): void {
  let kept = 0;
  for (const staged of queue) if (staged.freeAt > cycle) queue[kept++] = staged;
  queue.length = kept;
}
