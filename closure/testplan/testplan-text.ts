import { formatProofs } from '../../failures/explore/index.js';
import { fitTable, makeColumns, wrapText } from '../../harness/text/index.js';
import { formatPassRate } from './pass-rate.js';
import { isDueBy, JUDGED_GOAL, type Stage } from './stages.js';
import type { GradeCounts, Testplan, TestplanRow } from './testplan.js';

/** The grades of verified statements and the statuses of the others, in display order. */
const DISPLAY_ORDER = ['unmapped', 'unhit', 'observed', 'by-project-tests', 'judged', 'informative'] as const;
const MAX_TEXT_LENGTH = 60;

const NO_PROOF =
  'No small scenes have been exhaustively explored for this code: "explore proofs" searches every order of events in each scene, in about a minute';

/** Formats the output of `testplan`: the statements due in a stage, open ones first, and how many are judged. */
export function formatTestplan(
  { statements, stages, neverFired, proofs }: Testplan,
  requested: Stage = 'V3',
  width = Number.POSITIVE_INFINITY,
): string {
  const dueRows = statements.filter(({ stage }) => isDueBy(stage, requested));
  const getDisplayedGrade = ({ status, grade }: TestplanRow): (typeof DISPLAY_ORDER)[number] =>
    status === 'verified' ? (grade ?? 'observed') : status;
  const getRank = (row: TestplanRow): number => DISPLAY_ORDER.indexOf(getDisplayedGrade(row));
  const rows = [...dueRows].sort((a, b) => getRank(a) - getRank(b));
  const counts = DISPLAY_ORDER.map(
    (grade) => `${dueRows.filter((row) => getDisplayedGrade(row) === grade).length} ${grade}`,
  );
  const { judged, verified, total } = stages.find(({ stage }) => stage === requested)!;
  return [
    fitTable(
      makeColumns('statement', 'stage', 'status', '>pass rate', 'verified by', 'text'),
      rows.map((row) => [
        row.id,
        row.stage,
        getDisplayedGrade(row),
        formatPassRate(row.passRate),
        describeVerification(row),
        truncate(row.text),
      ]),
      width,
    ),
    '',
    ...[
      ...(neverFired.length === 0
        ? []
        : [`Rules that no fault has ever triggered: ${neverFired.join(', ')}`]),
      ...(proofs.length === 0 ? [NO_PROOF] : formatProofs(proofs)),
      stages
        .map(
          (progress) =>
            `${progress.stage} ${formatGrades(progress)}, ${progress.total} total, pass rate ${formatPassRate(progress.passRate)}`,
        )
        .join('; '),
      `${judged} of ${total} statements judged, ${verified} verified (with any grade), goal ${JUDGED_GOAL}% (${counts.join(', ')})`,
    ].flatMap((line) => wrapText(line, width)),
  ].join('\n');
}

/** Formats how many statements have each grade. */
export function formatGrades({ judged, byProjectTests, observed }: GradeCounts): string {
  return `${judged} judged, ${byProjectTests} by the project's tests, ${observed} observed`;
}

/** Describes what judges a statement or, failing that, what verifies it. Gives the reason for informative ones. */
function describeVerification({ rules, coverpoints, tests, killer, reason }: TestplanRow): string {
  if (reason !== undefined) return truncate(reason);
  if (killer !== undefined) return `${killer.rule} (detects ${truncate(killer.breaker)})`;
  const verifiers = [...rules, ...coverpoints, ...tests];
  const [first = '-', second] = verifiers;
  const names = second === undefined ? first : `${first}, ${second}`;
  return verifiers.length > 2 ? `${names} and ${verifiers.length - 2} more` : names;
}

function truncate(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
}
