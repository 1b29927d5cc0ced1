import { groupBy } from '../../arch/index.js';
import { counted, fittedTable, numberText } from '../../base/text/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';
import type { AimedHole, AimedHoles } from './aim-at-holes.js';

/** The maximum number of holes that are listed if no test hit them. */
const MISSED_SHOWN = 30;

/** A hole that was searched for, with the name of its bin. */
interface NamedHole extends AimedHole {
  readonly bin: string;
}

/**
 * Describes the result of a search for several holes: the command that reruns each test that hit some, with those holes;
 * then the remaining holes, nearest first.
 */
export function aimedHolesText(
  { holes, tried, failed }: Omit<AimedHoles, 'holes'> & { readonly holes: readonly NamedHole[] },
  lineOf: (test: PlannedTest) => string,
  width = Number.POSITIVE_INFINITY,
): string {
  if (holes.length === 0) return 'No holes: every bin with such a name is hit.';
  const hit = holes.filter(({ found }) => found !== undefined);
  const missed = holes
    .filter(({ found }) => found === undefined)
    .sort((a, b) => missingSteps(a) - missingSteps(b));
  const byTest = groupBy(hit, ({ found }) => lineOf(found!));
  return [
    `${numberText(hit.length)} of ${counted(holes.length, 'hole')} hit by ${counted(byTest.size, 'test')}; ${counted(tried, 'test')} tried.`,
    ...failed.map((test) => `Failed: ${lineOf(test)}`),
    ...[...byTest].flatMap(([line, closed]) => ['', line, ...closed.map(({ bin }) => `  ${bin}`)]),
    ...(missed.length === 0
      ? []
      : ['', 'Not hit, nearest first:', missedTable(missed.slice(0, MISSED_SHOWN), width)]),
    ...(missed.length > MISSED_SHOWN ? [`and ${counted(missed.length - MISSED_SHOWN, 'more hole')}`] : []),
  ].join('\n');
}

/** How many steps on the way the nearest test did not reach. */
function missingSteps({ goals, steps }: NamedHole): number {
  return steps - goals;
}

function missedTable(missed: readonly NamedHole[], width: number): string {
  return fittedTable(
    [{ title: 'steps reached' }, { title: 'tests tried for it', align: 'right' }, { title: 'bin' }],
    missed.map(({ bin, tried, goals, steps }) => [`${goals} of ${steps}`, numberText(tried), bin]),
    width,
  );
}
