import { lookup } from '../../../arch/index.js';
import {
  formatGrades,
  formatPassRate,
  JUDGED_GOAL,
  type KillerSummary,
  type StageProgress,
  type Testplan,
  type TestplanRow,
} from '../../../closure/testplan/index.js';
import { formatPercentage } from '../../../coverage/index.js';
import { formatProofs } from '../../../failures/explore/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import { collapsed, list, makeTableFilter, percentBar, section, type TableRow, table } from '../parts.js';

/** Renders the testplan section: each stage's progress, then the statements and their verifiers, open ones first. */
export function renderTestplan(plan: Testplan): Html {
  const { statements, judged, byProjectTests, observed, total, stages, neverFired, proofs } = plan;
  const open = statements.filter(isOpen);
  return section(
    'testplan',
    'Testplan',
    h(
      'p',
      {},
      h('strong', {}, `${judged} of ${total}`),
      ` statements judged (goal ${JUDGED_GOAL}%): in this run, the statement's condition was met while a rule known to detect its violation was armed. `,
      `Another ${byProjectTests} are judged by the project's tests, which no run includes. `,
      `${observed} are observed: a bin was hit or a rule was armed, but no violation would be known to be detected. `,
      `${statements.length - total} are informative: they cannot be violated.`,
    ),
    h('ul', { class: 'stages' }, ...stages.map(renderStage)),
    ...(neverFired.length === 0
      ? []
      : [h('p', { class: 'quiet' }, `Rules that no fault has ever triggered: ${neverFired.join(', ')}`)]),
    ...(proofs.length === 0
      ? []
      : [
          collapsed(
            `Scenes checked with every possible order of events: ${proofs.length}`,
            list(formatProofs(proofs)),
          ),
        ]),
    collapsed(
      `${statements.length} statements, ${open.length} open`,
      makeTableFilter('testplan', 'statements', [
        ...(open.length > 0 ? ([['open', `open (${open.length})`]] as const) : []),
        ['all', 'all statements'],
        ['judged', 'judged'],
        ['by-project-tests', "by the project's tests"],
        ['observed', 'observed only'],
        ['informative', 'informative'],
      ]),
      renderStatements([...open, ...statements.filter((row) => !isOpen(row))]),
    ),
  );
}

/** Whether a statement is unverified in this run, or has nothing that could verify it. */
function isOpen({ status }: TestplanRow): boolean {
  return status === 'unhit' || status === 'unmapped';
}

function renderStage(progress: StageProgress): Html {
  const { stage, judged, total } = progress;
  const percent = (100 * judged) / total;
  return h(
    'li',
    {},
    percentBar(percent),
    h('span', { class: 'share' }, formatPercentage(percent)),
    h('strong', {}, stage),
    ` ${formatGrades(progress)} of ${total}; pass rate ${formatPassRate(progress.passRate)}`,
  );
}

const MAX_VERIFIERS = 6;

function formatVerifiers(names: readonly string[]): string {
  const hidden = names.length - MAX_VERIFIERS;
  const shown = names.slice(0, MAX_VERIFIERS).join(', ');
  return hidden > 0 ? `${shown} and ${hidden} more` : shown;
}

function renderDetection({ breaker: violation, replay, rule, why }: KillerSummary): Html {
  return h('div', { class: 'prose' }, `${rule} detects ${violation}: ${why}. `, h('code', {}, replay));
}

/** Labels for the statuses of unverified statements. */
const OPEN_LABELS: Readonly<Record<string, string>> = lookup({
  unhit: 'not hit',
  unmapped: 'no rule, bin or test',
});

function renderStatements(statements: readonly TestplanRow[]): Html {
  const columns = ['statement', 'text', 'stage', 'status', 'pass rate', 'verified by'].map((title) => ({
    title,
  }));
  const rows = statements.map((row): TableRow => {
    const { id, stage, status, grade, killer: detection, reason, rules, coverpoints, tests, text } = row;
    const statusText = grade ?? OPEN_LABELS[status] ?? status;
    return {
      cells: [
        h('span', { class: 'nowrap' }, id),
        h('div', { class: 'prose' }, text),
        stage,
        h('span', { class: isOpen(row) ? 'bad' : undefined }, statusText),
        formatPassRate(row.passRate),
        detection === undefined
          ? (reason ?? formatVerifiers([...rules, ...coverpoints, ...tests]))
          : renderDetection(detection),
      ],
      kinds: [isOpen(row) ? 'open' : (grade ?? status)],
    };
  });
  return table('Statements', columns, rows);
}
