import { GENERATIONS } from '../../../arch/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { formatWave } from '../../evidence/findings/wording.js';
import type { PackerRecord } from '../../evidence/ledger/packers.js';
import { NEVER, type WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/**
 * Invariant: no packer at rest waits for room in its id window although all its waves have exited, and no two
 * waves that have not exited share an id, which the exiting id could not tell apart (S-035; U22).
 */
export const HANG_07: Rule = {
  id: 'HANG-07',
  text: 'A packer does not wait for an id that is free, and no two unfinished waves of a packer share an id.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-033', 'S-035'],
  checksOnlyHangs: true,
  needs: ['wave-formed', 'section-exit', 'quiesced'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const report = (
    packer: PackerRecord,
    cycle: number,
    observed: string,
    waves: readonly WaveRecord[],
  ): void =>
    judge.violate(() => ({
      cycle,
      unit: 'sc',
      place: waves[0] === undefined ? {} : { wave: waves[0].wave },
      allowed: `Packer ${packer.index} forms waves while fewer are unfinished than its window has ids.`,
      observed,
      steps: waves.map((wave) => `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed`),
      hint: 'Check what advances the start of the id window, and the stall when the window is full.',
    }));
  return {
    on: {
      quiesced: ({ cycle, waiting }) => {
        if (waiting.length === 0) return;
        const stalled = waiting.filter(({ cause }) => cause.on === 'id-window').map(({ index }) => index);
        for (const packer of ledgers.packers.packers) {
          if (packer === undefined) continue;
          judge.armed++;
          const unexited = packer.waves.kept.filter(({ retiredCycle }) => retiredCycle === NEVER);
          const sharers = findSharers(unexited);
          if (stalled.includes(packer.index) && unexited.length === 0)
            report(
              packer,
              cycle,
              'It waits for room in the window although none of its waves is unfinished.',
              [],
            );
          else if (sharers !== undefined)
            report(
              packer,
              cycle,
              `Two unfinished waves have id ${sharers[0]?.id}, and a wave waits.`,
              sharers,
            );
        }
      },
    },
  };
}

/** Returns the first two waves that share an id, or undefined if none do. */
function findSharers(waves: readonly WaveRecord[]): readonly WaveRecord[] | undefined {
  const byId = new Map<number, WaveRecord>();
  for (const wave of waves) {
    const earlier = byId.get(wave.id);
    if (earlier !== undefined) return [earlier, wave];
    byId.set(wave.id, wave);
  }
  return undefined;
}
