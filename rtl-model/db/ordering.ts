import type { Chip } from '../../arch/index.js';
import { getFieldOrZero, hasRegister } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';
import { SQUAD_LAUNCH_MODE } from '../sc/packing.js';
import { getExportHandling } from '../sx/export-handling.js';
import { type Granularity, readGranularity } from './granularity.js';

/** Register-derived values used in overlap detection that faults can override. */
export const CLEAN_GRANULARITY = {
  granularity: (requested: Granularity): Granularity => requested,
  /**
   * Returns whether a draining packer holds back partial waves. `holds` is whether a correct chip would, given
   * the programmed squad control.
   */
  holdsPartialWaves: (holds: boolean, _drains: boolean): boolean => holds,
};

/** Determines how a chip orders a draw. */
export function planOrdering(chip: Chip, draw: Draw, outputs: typeof CLEAN_GRANULARITY) {
  const field = (name: string): number => getFieldOrZero(chip.gfx, draw.registers, name);
  const drains =
    hasRegister(chip, 'DB_DFSM_CONTROL') && field('DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP') === 1;
  const isOff = hasRegister(chip, 'DB_DFSM_CONFIG') && field('DB_DFSM_CONFIG.DISABLE_POPS') === 1;
  const launchControl = field('DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL');
  const holds =
    drains && chip.quirks?.stalledDrain === true && launchControl !== SQUAD_LAUNCH_MODE.ON_HANG_ONLY;
  const samples = Math.max(draw.samples, 1 << field('DB_Z_INFO.NUM_SAMPLES'));
  const missThreshold = chip.quirks?.missedOverlapSamples ?? Number.POSITIVE_INFINITY;
  return {
    /**
     * Whether primitive ordering is on for both the draw (S-114) and the chip (pops.md 7, DISABLE_POPS), and the draw's
     * exports are not skipped (S-111).
     */
    ordered:
      !isOff &&
      field('DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER') === 1 &&
      !getExportHandling(chip.gfx, draw.registers).skipsExports,
    granularity: outputs.granularity(readGranularity(chip.gfx, draw)),
    /** Whether overlapping quads wait until all older waves have ended (S-131). */
    drains,
    /** Whether the chip, while it drains, waits forever for more quads to fill partial waves (S-136). */
    holdsPartialWaves: outputs.holdsPartialWaves(holds, drains),
    /** Whether the chip may miss overlaps in this draw, or hang because of one (S-129, S-130). */
    mayMiss: !drains && samples >= missThreshold,
  };
}

/** How a draw is ordered, according to its registers and the chip's bugs. */
export type Ordering = Readonly<ReturnType<typeof planOrdering>>;
