import { groupBy } from '../../arch/index.js';
import { fitTable, formatNumber, formatQuantity } from '../../base/text/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';
import type { AimedHole, AimedHoles } from './aim-at-holes.js';

/** Maximum number of missed holes listed. */
const MAX_MISSED = 30;

/** The result of the search for one hole, with the name of its bin. */
interface NamedHole extends AimedHole {
  readonly bin: string;
}

/**
 * Describes the result of a search for several holes: for each useful test, the command that reruns it and the holes
 * that it hits; then the remaining holes, nearest first.
 */
export function formatAimedHoles(
  { holes, tried, failed }: Omit<AimedHoles, 'holes'> & { readonly holes: readonly NamedHole[] },
  formatRerunLine: (test: PlannedTest) => string,
  width = Number.POSITIVE_INFINITY,
): string {
  if (holes.length === 0) return 'No holes: all matching bins are hit.';
  const hit = holes.filter(({ found }) => found !== undefined);
  const missed = holes
    .filter(({ found }) => found === undefined)
    .sort((a, b) => countMissingSteps(a) - countMissingSteps(b));
  const byTest = groupBy(hit, ({ found }) => formatRerunLine(found!));
  return [
    `${formatNumber(hit.length)} of ${formatQuantity(holes.length, 'hole')} hit by ${formatQuantity(byTest.size, 'test')}; ${formatQuantity(tried, 'test')} tried.`,
    ...failed.map((test) => `Failed: ${formatRerunLine(test)}`),
    ...[...byTest].flatMap(([line, closedHoles]) => ['', line, ...closedHoles.map(({ bin }) => `  ${bin}`)]),
    ...(missed.length === 0
      ? []
      : ['', 'Not hit, nearest first:', formatMissed(missed.slice(0, MAX_MISSED), width)]),
    ...(missed.length > MAX_MISSED ? [`and ${formatQuantity(missed.length - MAX_MISSED, 'more hole')}`] : []),
  ].join('\n');
}

/** Returns the number of steps that the nearest test did not reach. */
function countMissingSteps({ goals, steps }: NamedHole): number {
  return steps - goals;
}

function formatMissed(missed: readonly NamedHole[], width: number): string {
  return fitTable(
    [{ title: 'steps reached' }, { title: 'tests tried', align: 'right' }, { title: 'bin' }],
    missed.map(({ bin, tried, goals, steps }) => [`${goals} of ${steps}`, formatNumber(tried), bin]),
    width,
  );
}
