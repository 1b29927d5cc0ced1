import { type CoverageSummary, coverageSummary, percentText } from '../coverage/index.js';
import {
  type Bucket,
  type BucketForm,
  type KnownIssue,
  knownIssueOf,
  RULES,
  type Rule,
  type RunReport,
  type ScenarioRepeats,
} from '../regression/index.js';
import { formatSeed } from '../transactions/index.js';
import { changedText } from './coverage/coverage-text.js';
import { knownText } from './known-text.js';
import { matrixTable } from './matrix-table.js';
import { ratePerSecond } from './rate-per-second.js';
import { bucketsBySize, coordinatorMsPerTest, countsOfRule } from './run-document.js';
import type { SummaryTable } from './summary-table.js';

/** A bucket, the known issue that excuses it, and its forms where it is several bugs. */
export type JudgedBucket = Bucket & {
  readonly known: KnownIssue | undefined;
  readonly forms: readonly BucketForm[];
};

/** What a person reads about a run, in parts that text and Markdown share. */
export interface RunSummary {
  readonly passed: boolean;
  /** `partial`: nothing failed, but tests of the run have no result. */
  readonly outcome: 'pass' | 'fail' | 'partial';
  /** The outcome with the counts. */
  readonly verdict: string;
  /** Name and value: seed, speed, directory and whatever else fits one line. */
  readonly facts: readonly (readonly [name: string, text: string])[];
  readonly coverage: SummaryTable;
  /** A row a sequence: words of final memory compared with the reference, and those left out. */
  readonly memory: SummaryTable;
  /** A row a cell of the scenario matrix; absent in runs of other suites. */
  readonly matrix: SummaryTable | undefined;
  /** Ids of rules that never had anything to judge; they have not passed, they are holes. */
  readonly unarmed: readonly string[];
  readonly armed: number;
  /** How many rules had something to judge, of those that could. */
  readonly armedText: string;
  readonly buckets: readonly JudgedBucket[];
}

/** Summarises a finished run. */
export function summariseRun(report: RunReport): RunSummary {
  const { request, tally, seconds, end } = report;
  const covered = coverageSummary(report.coverage);
  const never = RULES.filter(({ id }) => countsOfRule(tally.rules, id).armed === 0);
  const unarmed = never.filter((rule: Rule) => rule.judgesHangsOnly !== true).map(({ id }) => id);
  const armed = RULES.length - never.length;
  const buckets = bucketsBySize(tally.buckets.values()).map((bucket) => ({
    ...bucket,
    known: knownIssueOf(request.knownIssues, bucket),
    forms: report.forms?.get(bucket.signature) ?? [],
  }));
  const repeats = tally.census.repeats();
  const passed = !repeats.excessive && buckets.every(({ known }) => known !== undefined);
  const whole = end !== 'interrupted' && end !== 'incomplete';
  const outcome = passed ? (whole ? 'pass' : 'partial') : 'fail';
  const lost = tally.errors === 0 ? '' : `, ${tally.errors} with an error of the testbench`;
  return {
    passed,
    outcome,
    verdict: `${outcome.toUpperCase()}  ${tally.passed} of ${tally.tests} tests passed, ${tally.failed} failed${lost}`,
    facts: [
      ['seed', `${formatSeed(request.seed)} (suite ${request.suite}, ${request.workers} workers)`],
      [
        'speed',
        `${perSecond(tally.tests, seconds)} tests/s, ${perSecond(tally.waves, seconds)} waves/s, ${seconds.toFixed(1)} s`,
      ],
      ...coordinatorFacts(report),
      ...unseenFacts(report),
      ...endFacts(report),
      ...keptFacts(report),
      ...knownFacts(buckets),
      ...repeatFacts(repeats),
      ...incidentFacts(tally),
      ...printFacts(report),
      ...uncheckedFacts(tally),
      ...coverageFacts(covered),
    ],
    coverage: coverageTable(covered),
    memory: memoryTable(tally),
    matrix: matrixTable(report),
    unarmed,
    armed,
    armedText: armedText(armed, unarmed.length, never.length - unarmed.length),
    buckets,
  };
}

function armedText(armed: number, unarmed: number, onlyByHangs: number): string {
  const more = onlyByHangs === 0 ? '' : `, ${onlyByHangs} more only by hangs`;
  return `${armed} of ${armed + unarmed} armed${more}`;
}

function coordinatorFacts(report: RunReport): [string, string][] {
  const own = coordinatorMsPerTest(report);
  return own === null
    ? []
    : [['own time', `${own.toFixed(1)} ms a test to hand it out and store its result`]];
}

/** What became of a fault that no rule saw. */
function unseenFacts({ tally, request, unseenFault }: RunReport): [string, string][] {
  if (unseenFault === undefined) return [];
  const { acted, compared } = unseenFault;
  const effect =
    acted === 0
      ? `it never acted in the ${compared} tests compared with their clean twins`
      : `it acted in ${acted} of ${compared} tests compared with their clean twins, and no rule saw it`;
  const faults = request.overrides.faults.join(', ');
  return [['fault', `${faults} was not seen in ${tally.tests} tests; ${effect}`]];
}

function endFacts({ end, tally, request }: RunReport): [string, string][] {
  const faults = request.overrides.faults.join(', ');
  switch (end) {
    case 'count':
      return [];
    case 'fault-seen':
      // Who asks for several failures learns nothing of the first one from the number of the last.
      return (request.maxFailures ?? 1) > 1
        ? [['fault', `${faults}: --max-failures was reached after ${tally.tests} tests`]]
        : [['fault', `${faults} was seen after ${tally.tests} tests`]];
    case 'time':
      return [['ended', `time was up after ${tally.tests} tests`]];
    case 'max-failures':
      return [['ended', `--max-failures was reached after ${tally.tests} tests`]];
    case 'interrupted':
      return [['ended', `interrupted after ${tally.tests} tests; what was done is saved`]];
    case 'incomplete':
      return [
        ['ended', `only ${tally.tests} tests have a result; others of this run were lost or never ran`],
      ];
    default:
      return end satisfies never;
  }
}

function keptFacts({ kept, tally }: RunReport): [string, string][] {
  if (kept === 0) return [];
  return [['resumed', `${kept} tests have their result from before, ${tally.tests - kept} ran now`]];
}

function knownFacts(buckets: readonly JudgedBucket[]): [string, string][] {
  return buckets.flatMap(({ known, signature, count }): [string, string][] =>
    known === undefined
      ? []
      : [['known', `${signature}, ${count} ${count === 1 ? 'test' : 'tests'}: ${knownText(known)}`]],
  );
}

/** Equal scenarios under different seeds; silent where there are none. */
function repeatFacts({ scenarios, repeated, unexplained, excessive }: ScenarioRepeats): [string, string][] {
  if (repeated === 0) return [];
  const rate = ((100 * repeated) / scenarios).toFixed(2);
  const tiny = repeated - unexplained;
  const why = excessive
    ? `; ${unexplained} are no tiny scenes: their generator does not use its seed, or its constraints leave nothing to draw`
    : `; ${tiny} of them are tiny scenes`;
  return [
    ['repeats', `${repeated} of ${scenarios} scenarios (${rate} %) are the same as an earlier one${why}`],
  ];
}

function incidentFacts({ incidents }: RunReport['tally']): [string, string][] {
  return incidents.map(({ first, tests, cause }) => [
    'flaky',
    `${tests === 1 ? `test ${first}` : `tests ${first} to ${first + tests - 1}`} of the plan lost their worker once, not again: ${cause}`,
  ]);
}

/** Where to find what passing tests printed. */
function printFacts({ tally, request }: RunReport): [string, string][] {
  if (tally.printed === 0) return [];
  const tests = tally.printed === 1 ? '1 passing test' : `${tally.printed} passing tests`;
  return [['printed', `${tests} printed something: ${request.outDir}/output has what the first ones did`]];
}

/** Rules that had no data; where that happens they have not passed. */
function uncheckedFacts({ checks }: RunReport['tally']): [string, string][] {
  return checks.unchecked.map(({ rule, missing, tests }) => [
    'no data',
    `${rule} could not judge in ${tests} ${tests === 1 ? 'test' : 'tests'}, for lack of ${missing}`,
  ]);
}

function memoryTable({ checks }: RunReport['tally']): SummaryTable {
  const byName = Object.entries(checks.memory).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    columns: [
      { title: 'test' },
      { title: 'compared', align: 'right' },
      { title: 'left out', align: 'right' },
      { title: 'share compared', align: 'right' },
    ],
    rows: byName.map(([name, { compared, leftOut }]) => [
      name,
      `${compared}`,
      `${leftOut}`,
      percentText((100 * compared) / Math.max(1, compared + leftOut)),
    ]),
  };
}

/** What a reader of the percentages has to know. */
function coverageFacts(summary: CoverageSummary): [string, string][] {
  const { failed } = summary.tests;
  const changed = changedText(summary);
  return [
    ...(failed === 0
      ? []
      : [
          ['coverage', `${failed} tests that failed or are broken on purpose cover nothing`] as [
            string,
            string,
          ],
        ]),
    ...(changed === undefined ? [] : [['left out', changed] as [string, string]]),
  ];
}

function coverageTable({ groups, percent, hit, total }: CoverageSummary): SummaryTable {
  const row = (name: string, bins: { hit: number; total: number; percent: number }): string[] => [
    name,
    `${bins.hit}`,
    `${bins.total}`,
    percentText(bins.percent),
  ];
  return {
    columns: [
      { title: 'covergroup' },
      { title: 'hit', align: 'right' },
      { title: 'bins', align: 'right' },
      { title: 'coverage', align: 'right' },
    ],
    rows: [...groups.map((group) => row(group.name, group)), row('all', { hit, total, percent })],
  };
}

function perSecond(count: number, seconds: number): string {
  return Math.round(ratePerSecond(count, seconds)).toLocaleString('en-US');
}
