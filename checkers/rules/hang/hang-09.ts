import { GENERATIONS } from '../../../arch/index.js';
import type { Quiesced, Waiting } from '../../../transactions/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { getWaveHistory } from '../../evidence/findings/wave-history.js';
import { formatWave, locateWave } from '../../evidence/findings/wording.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/**
 * Invariant: arbiters eventually grant every request. At rest, therefore, no wave waits for its instructions,
 * for a launch while nothing is launched, or for export space that no wave of its packer holds (P-049, P-066,
 * P-077, P-102).
 */
export const HANG_09: Rule = {
  id: 'HANG-09',
  text: 'An arbiter eventually serves every request.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['P-049', 'P-066', 'P-077', 'P-102'],
  checksOnlyHangs: true,
  needs: ['wave-formed', 'quiesced'],
  reads: () => ['background-formed', 'sx-alloc', 'wave-launched'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  return {
    on: {
      quiesced: (t) => {
        for (const waiting of t.waiting) {
          const wave = waiting.unit === 'wave' ? ledgers.waves.find(waiting.index) : undefined;
          if (wave === undefined) continue;
          judge.armed++;
          const resource = findFreeResource(ledgers, t, wave, waiting);
          if (resource === undefined) continue;
          judge.violate(() => ({
            cycle: t.cycle,
            unit: 'spi',
            place: locateWave(ledgers, wave, waiting.pc < 0 ? undefined : waiting.pc),
            allowed: `${formatWave(wave)} gets ${resource}, which is free.`,
            observed: 'The device came to rest while the wave was still waiting.',
            steps: getWaveHistory(ledgers, wave),
            hint: 'Check which requests the arbiter skips, and what makes it recheck its queue.',
          }));
          return;
        }
      },
    },
  };
}

/** Returns the resource that a wave waits for although it is free, or undefined if something else holds it. */
function findFreeResource(
  { waves }: Ledgers,
  { waiting }: Quiesced,
  wave: WaveRecord,
  { cause }: Waiting,
): string | undefined {
  switch (cause.on) {
    case 'fetch':
      return 'its instructions';
    case 'launch-resource': {
      const isHeld = waves.formed.kept.some(
        ({ launchedCycle, releasedCycle }) => launchedCycle !== NEVER && releasedCycle === NEVER,
      );
      // Waves other than pixel waves take up room as well.
      const isHeldByOthers = waiting.some(
        (party) => party.unit === 'wave' && waves.find(party.index) === undefined,
      );
      return isHeld || isHeldByOthers ? undefined : 'a slot and registers';
    }
    case 'export-space': {
      const isHeld = waves.formed.kept.some(
        (other) =>
          other.packer === wave.packer &&
          other.exportSpaceCycle !== NEVER &&
          other.exportSpaceFreedCycle === NEVER,
      );
      return isHeld ? undefined : 'export space';
    }
    default:
      return undefined;
  }
}
