import type { Chip } from '../../arch/index.js';
import { RandomStream } from '../../transactions/index.js';
import type { FieldValues } from '../driver/register-fields.js';
import { deriveSubSeed } from '../schedule-seed.js';

/** The DB_Z_INFO.NUM_SAMPLES value for eight samples. */
const EIGHT_SAMPLES = 3;
/** The PARTIAL_SQUAD_LAUNCH_CONTROL value that launches partial squads only to break a hang. */
const ON_HANG_ONLY = 1;

const DRAIN_FIELDS: FieldValues = { 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP': 1 };

/**
 * Picks each draw's drain fields. On chips that miss overlaps at high sample counts, one draw in four drains
 * because its depth buffer has eight samples (S-130). On chips where draining requires
 * PARTIAL_SQUAD_LAUNCH_CONTROL, half of the tests drain on every draw. This is always legal, even if not needed
 * (S-135).
 */
export function pickDrainFields(seed: string, { quirks }: Chip, draws: number): FieldValues[] {
  const stream = new RandomStream(deriveSubSeed(seed, 'drains'));
  const missesOverlaps = quirks?.missedOverlapSamples !== undefined;
  const everyDrawDrains = quirks?.stalledDrain === true && stream.below(2) === 0;
  return Array.from({ length: draws }, () => {
    if (everyDrawDrains)
      return { ...DRAIN_FIELDS, 'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL': ON_HANG_ONLY };
    const hasEightSamples = missesOverlaps && stream.below(4) === 0;
    return hasEightSamples ? { ...DRAIN_FIELDS, 'DB_Z_INFO.NUM_SAMPLES': EIGHT_SAMPLES } : {};
  });
}
