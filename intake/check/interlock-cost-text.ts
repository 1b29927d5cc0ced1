import { formatQuantity } from '../../harness/text/index.js';
import type { InterlockCost } from './interlock-cost.js';

/** Maximum number of byte offsets to list. */
const MAX_OFFSETS = 4;

/**
 * Formats the cost of the interlock: one line about the section and, if a scene was rerun without the interlock, one
 * comparing the two runs. If the program was compiled from source, the compiler may have placed the movable
 * instructions in the section.
 */
export function formatInterlockCost(
  { movable, compared, ...time }: InterlockCost,
  isCompiled = false,
): string[] {
  if (time.instructionsInside === 0) return [];
  const percentages = [
    `${toPercent(time.instructionsInside, time.instructions)} of the waves' instructions`,
    `${toPercent(time.cyclesInside, time.cycles)} of their cycles`,
  ];
  const listed = movable.slice(0, MAX_OFFSETS).map((pc) => `0x${pc.toString(16)}`);
  const rest = movable.length > MAX_OFFSETS ? ', …' : '';
  const movableNote =
    movable.length === 0
      ? ''
      : `; ${formatQuantity(movable.length, 'instruction')} could be moved out of the section${isCompiled ? ', either in the source or by the compiler' : ''}: ${listed.join(', ')}${rest}`;
  const lines = [`  section: ${percentages.join(' and ')}${movableNote}`];
  if (compared?.cyclesWithout === undefined) return lines;
  const { cycles, cyclesWithout, otherwise: alt, scene } = compared;
  const alternativeNote =
    alt === undefined ? '' : `, or ${toPercent(alt.cycles, cycles)} with per-${alt.by.slice(0, -1)} tracking`;
  return [
    ...lines,
    `  interlock: without it, waves would take ${toPercent(cyclesWithout, cycles)} of the cycles${alternativeNote} (scene ${scene}, which has the most overlapping waves)`,
  ];
}

function toPercent(count: number, total: number): string {
  const percent = total === 0 ? 0 : (100 * count) / total;
  return percent > 0 && percent < 1 ? 'less than 1%' : `${Math.round(percent)}%`;
}
