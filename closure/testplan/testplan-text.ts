import { fittedTable, wrapped } from '../../base/text/index.js';
import { proofLines } from '../../failures/explore/index.js';
import { isDueIn, JUDGED_GOAL, type Stage } from './stages.js';
import type { Testplan, TestplanRow, VerificationTime } from './testplan.js';

/** The grades of verified statements and the statuses of the others, in display order. */
const ORDER = ['unmapped', 'unhit', 'observed', 'judged', 'informative'] as const;
const MAX_LENGTH = 60;

const NO_PROOF =
  'No small scene is proven for this code: "explore proofs" searches every order of each, in about a minute';

/** Formats the output of `testplan`: the statements due in a stage, open ones first, and how many are judged. */
export function testplanText(
  { statements, stages, neverFired, verification, proofs }: Testplan,
  requested: Stage = 'V3',
  width = Number.POSITIVE_INFINITY,
): string {
  const due = statements.filter(({ stage }) => isDueIn(stage, requested));
  const displayedGrade = ({ status, grade }: TestplanRow): (typeof ORDER)[number] =>
    status === 'verified' ? (grade ?? 'observed') : status;
  const rank = (row: TestplanRow): number => ORDER.indexOf(displayedGrade(row));
  const rows = [...due].sort((a, b) => rank(a) - rank(b));
  const counts = ORDER.map(
    (grade) => `${due.filter((row) => displayedGrade(row) === grade).length} ${grade}`,
  );
  const { judged, verified, total } = stages.find(({ stage }) => stage === requested)!;
  return [
    fittedTable(
      [
        { title: 'statement' },
        { title: 'stage' },
        { title: 'status' },
        { title: 'verified by' },
        { title: 'text' },
      ],
      rows.map((row) => [
        row.id,
        row.stage,
        displayedGrade(row),
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
      ...(proofs.length === 0 ? [NO_PROOF] : proofLines(proofs)),
      stages
        .map(
          (progress) =>
            `${progress.stage} ${progress.judged} judged and ${progress.verified - progress.judged} observed of ${progress.total}`,
        )
        .join(', '),
      `${judged} of ${total} statements judged, ${verified} verified (judged or observed), goal ${JUDGED_GOAL}% (${counts.join(', ')})`,
      ...(verification === undefined ? [] : [`All judged statements verified ${verifiedText(verification)}`]),
    ].flatMap((line) => wrapped(line, width)),
  ].join('\n');
}

/** Formats a text such as `within 41.2 s; the last one was S-087, by ORD-03`. */
export function verifiedText({ seconds, statement, killer }: VerificationTime): string {
  return `within ${seconds.toFixed(1)} s; the last one was ${statement}, by ${killer}`;
}

/** Describes what judges a statement or, failing that, what verifies it; for an informative one, the reason. */
function describeVerification({ rules, coverpoints, tests, killer, reason }: TestplanRow): string {
  if (reason !== undefined) return truncate(reason);
  if (killer !== undefined) return `${killer.rule} kills ${truncate(killer.breaker)}`;
  const verifiers = [...rules, ...coverpoints, ...tests];
  const [first = '-', second] = verifiers;
  const shown = second === undefined ? first : `${first}, ${second}`;
  return verifiers.length > 2 ? `${shown} and ${verifiers.length - 2} more` : shown;
}

function truncate(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
