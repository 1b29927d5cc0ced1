import type { BackgroundLaunched, WaveLaunched } from '../../../transactions/index.js';
import type { RuleCheck } from '../../evidence/rule/rule.js';
import {
  defineRule,
  describeBound,
  formatCount,
  formatWave,
  getWaveName,
  type Handlers,
  type Judge,
  type Ledgers,
  mergeHandlers,
  type WaveRecord,
} from '../../kit.js';

/** A wave, and the cycle in which its staging entry becomes free, which is infinite until the wave starts. */
type StagedWave = { readonly wave: number; freeAt: number };

/**
 * Checks the staging registers for LAUNCH-07. They receive initial data in formation order (for pixel waves, across
 * all packers), and a controller loads straight from an entry. A wave can therefore start only if earlier waves that
 * are waiting or loading leave an entry free (P-011, P-012).
 */
function checkStagedLaunches(ledgers: Ledgers, judge: Judge): Handlers {
  const pixelWaves: StagedWave[] = [];
  const geometryWaves: StagedWave[] = [];

  const checkLaunch = (
    queue: StagedWave[],
    knob: 'stagedWaves' | 'stagedVertexWaves',
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

/** Otherwise, a younger wave could take the last slot and block the older wave that it waits for (pipeline.md 4). */
export const LAUNCH_07 = defineRule({
  id: 'LAUNCH-07',
  text: 'Each wave of a packer starts once, in formation order, and only after its initial data has been staged.',
  statements: ['S-033', 'P-011', 'P-012', 'P-066'],
  needs: ['wave-formed', 'wave-launched'],
  bounds: ['stagedWaves', 'stagedVertexWaves'],
  create(ledgers, judge) {
    /** Waves that have not started, by packer, oldest first. */
    const waiting: WaveRecord[][] = [];
    const checkLaunch = (wave: WaveRecord, { cycle }: WaveLaunched): void => {
      const queue = waiting[wave.packer];
      judge.armed++;
      const index = queue.indexOf(wave);
      const [oldest] = queue;
      if (index >= 0) queue.splice(index, 1);
      if (index === 0 || !judge.fires()) return;
      const name = formatWave(wave);
      if (index < 0)
        judge.reportAt(wave, cycle, {
          unit: 'spi',
          allowed: `${name} starts once, when it reaches the head of its packer's queue.`,
          observed: `${name} starts again.`,
          steps: [`cycle ${wave.formedCycle}: ${name} is formed`, `cycle ${cycle}: ${name} starts again`],
          hint: "Check that a wave is removed from its packer's queue when it starts.",
        });
      else
        judge.reportAt(wave, cycle, {
          unit: 'spi',
          place: { otherWave: oldest.wave },
          allowed: `${formatWave(oldest)} starts first: it was formed first.`,
          observed: `${name} starts while ${formatWave(oldest)} is still waiting.`,
          steps: [oldest, wave].map((other) => `cycle ${other.formedCycle}: ${formatWave(other)} is formed`),
          hint: 'Check the order in which the two launch controllers take waves from a packer.',
        });
    };
    const launchOrder: RuleCheck = {
      onWave: {
        'wave-formed': (wave) => {
          waiting[wave.packer] ??= [];
          waiting[wave.packer].push(wave);
        },
        'wave-launched': checkLaunch,
      },
    };
    return mergeHandlers([launchOrder, checkStagedLaunches(ledgers, judge)]);
  },
});
