import { createScoreboards } from '../../checkers/index.js';
import { type ChoicePoint, newBudget, type OrderQuestion, runScenario } from '../../rtl-model/index.js';
import type { Scenario, Transaction } from '../../transactions/index.js';
import { bucketOf, type Finding, findingOf } from '../records/finding.js';
import { HistoryDigest } from './history-digest.js';

/** Instructions after which a run of a small scene counts as one without an end. */
const INSTRUCTIONS_MAX = 200_000;

/** Says which orders are run. */
export interface OrderSearch {
  /** The alternative that the present run takes; undefined ends it. */
  take(question: OrderQuestion, history: () => string): number | undefined;
}

/** One run of a search. */
export interface JudgedRun {
  /** Its schedule: the order of events. */
  readonly choices: readonly number[];
  readonly finding?: Finding;
  /** Choices that took their first alternative. */
  readonly pinned: readonly ChoicePoint[];
  /** Kinds of memory that it accessed. */
  readonly spaces: ReadonlySet<string>;
  /** Final contents of memory and of colour buffers, as text; only of a run that came to rest. */
  readonly memory?: string;
}

/** Runs a scene in the order that a search says, under all scoreboards that judge an order. */
export function judgedRun(scenario: Scenario, search: OrderSearch): JudgedRun {
  const history = new HistoryDigest();
  let shown: number | undefined;
  const scoreboards = createScoreboards(scenario, {
    onError: (cycle) => {
      shown ??= cycle;
    },
  });
  const contents: string[] = [];
  const spaces = new Set<string>();
  const run = runScenario(
    scenario,
    (transaction) => {
      scoreboards.observe(transaction);
      history.observe(transaction);
      if (transaction.kind === 'memory-issued') spaces.add(transaction.space);
      keepContents(transaction, contents);
    },
    {
      guide: (question) => search.take(question, () => history.digest),
      budget: { ...newBudget(), instructions: INSTRUCTIONS_MAX },
    },
  );
  const { choices = [], pinned = [] } = run;
  const firstShown = shown;
  const verdict = scoreboards.finish();
  if (run.ended !== true) {
    const finding = findingOf(scenario, verdict);
    const memory = contents.join('\n');
    return { choices, pinned, spaces, memory, ...(finding === undefined ? {} : { finding }) };
  }
  // A violation that an unfinished run shows is one; what such a run lacks at its end is not.
  const first = verdict.violations.find(
    ({ severity, cycle }) => severity === 'error' && cycle === firstShown,
  );
  if (first === undefined) return { choices, pinned, spaces };
  const finding = { outcome: 'failed', signature: bucketOf(scenario, first), rule: first.rule } as const;
  return { choices, pinned, spaces, finding };
}

function keepContents(transaction: Transaction, contents: string[]): void {
  if (transaction.kind === 'memory-dumped')
    contents.push(`${transaction.object} ${transaction.words.join()}`);
  if (transaction.kind === 'colour-dumped')
    contents.push(`${transaction.target} ${transaction.words.join()}`);
}
