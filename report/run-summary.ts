import { type CoverageSummary, coverageSummary, percentText } from '../coverage/index.js';
import {
  knownIssueOf,
  lineToPaste,
  NIGHTLY_SUITE,
  plannedTests,
  RULES,
  type Rule,
  type RunReport,
  type ScenarioRepeats,
  shellWord,
  testplan,
  UNFINISHED,
} from '../regression/index.js';
import { formatSeed } from '../transactions/index.js';
import { counted } from './counted.js';
import { changedText, NOTHING_COUNTED, uncountedText } from './coverage/coverage-text.js';
import { hasUnknownFailure, type JudgedGroup, judgedGroups } from './failure-groups.js';
import type { JudgedBucket } from './judged-bucket.js';
import { knownText } from './known-text.js';
import { matrixTable } from './matrix-table.js';
import { ratePerSecond, rateText } from './rate-per-second.js';
import { bucketsBySize, coordinatorMsPerTest, countsOfRule } from './run-document.js';
import type { SummaryTable } from './summary-table.js';
import { verifiedText } from './testplan-text.js';

/** Summary of a run for readers, in parts that text and Markdown share. */
export interface RunSummary {
  readonly passed: boolean;
  /** `running`, `partial`: nothing failed, but some tests have no result, for now or for ever. */
  readonly outcome: 'pass' | 'fail' | 'running' | 'partial';
  /** The outcome with the counts. */
  readonly verdict: string;
  /** Name and value: seed, speed, directory and whatever else fits one line. */
  readonly facts: readonly (readonly [name: string, text: string])[];
  /** A row a covergroup; absent where no test is counted. */
  readonly coverage: SummaryTable | undefined;
  /** A row a sequence: words of final memory compared with the reference, and those left out. */
  readonly memory: SummaryTable;
  /** A row a cell of the scenario matrix; absent in runs of other suites. */
  readonly matrix: SummaryTable | undefined;
  /** Ids of rules that never had anything to judge: they have not passed, they are holes. */
  readonly unarmed: readonly string[];
  readonly armed: number;
  /** How many rules had something to judge, of those that could. */
  readonly armedText: string;
  readonly buckets: readonly JudgedBucket[];
  /** Buckets that most likely come from one bug. */
  readonly groups: readonly JudgedGroup[];
}

/** Summarises a finished run. */
export function summariseRun(report: RunReport): RunSummary {
  const { request, tally, seconds, end } = report;
  const covered = coverageSummary(report.coverage);
  const never = RULES.filter(({ id }) => countsOfRule(tally.rules, id).armed === 0);
  const unarmed = never.filter((rule: Rule) => !needsSpecialRuns(rule)).map(({ id }) => id);
  const armed = RULES.length - never.length;
  const buckets = bucketsBySize(tally.buckets.values()).map((bucket) => ({
    ...bucket,
    known: knownIssueOf(request.knownIssues, bucket),
    forms: report.forms?.get(bucket.signature) ?? [],
    ...shrunkOf(report, bucket.signature),
  }));
  const groups = judgedGroups(report, buckets);
  const repeats = tally.census.repeats();
  const passed = !repeats.excessive && !hasUnknownFailure(report);
  const outcome = outcomeOf(passed, end);
  return {
    passed,
    outcome,
    verdict: `${outcome.toUpperCase()}  ${countsText(report, passed)}`,
    facts: [
      ['seed', `${formatSeed(request.seed)} (suite ${request.suite}, ${counted(request.workers, 'worker')})`],
      [
        'speed',
        `${rateText(ratePerSecond(tally.tests, seconds))} tests/s, ${rateText(ratePerSecond(tally.waves, seconds))} waves/s, ${seconds.toFixed(1)} s`,
      ],
      ...judgedFacts(report),
      ...coordinatorFacts(report),
      ...memoryFacts(report),
      ...unseenFacts(report),
      ...endFacts(report),
      ...keptFacts(report),
      ...knownFacts(groups),
      ...repeatFacts(repeats),
      ...incidentFacts(tally),
      ...printFacts(report),
      ...uncheckedFacts(tally),
      ...(tally.tests === 0 ? [] : coverageFacts(covered)),
    ],
    coverage: covered.tests.passed === 0 ? undefined : coverageTable(covered),
    memory: memoryTable(tally),
    matrix: matrixTable(report),
    unarmed,
    armed,
    armedText: armedText(armed, never),
    buckets,
    groups,
  };
}

function shrunkOf({ shrunk }: RunReport, signature: string): Pick<JudgedBucket, 'shrunk'> {
  const smallest = shrunk?.get(signature);
  return smallest === undefined ? {} : { shrunk: smallest };
}

/** What failed stays failed, whether or not the run has more to do. */
function outcomeOf(passed: boolean, end: RunReport['end']): RunSummary['outcome'] {
  if (!passed) return 'fail';
  if (end === 'running') return 'running';
  return UNFINISHED.includes(end) ? 'partial' : 'pass';
}

/** Tests that passed and failed, and how many of the planned ones have run where that is not all. */
function countsText({ request, tally }: RunReport, passed: boolean): string {
  const known = passed && tally.failed > 0 ? (tally.failed === 1 ? ' (known)' : ' (all known)') : '';
  const lost = tally.errors === 0 ? '' : `, ${counted(tally.errors, 'testbench error')}`;
  const planned = plannedTests(request);
  const done =
    Number.isFinite(planned) && planned > tally.tests
      ? `; ${tally.tests} of ${planned} planned tests done`
      : '';
  return `${tally.passed} of ${tally.tests} tests passed, ${tally.failed} failed${known}${lost}${done}`;
}

/** Whether a rule judges only what healthy runs of most suites lack, so that it is not a hole in them. */
export function needsSpecialRuns({ judgesHangsOnly, litmus }: Rule): boolean {
  return judgesHangsOnly === true || litmus !== undefined;
}

function armedText(armed: number, never: readonly Rule[]): string {
  const hangs = never.filter(({ judgesHangsOnly }) => judgesHangsOnly === true).length;
  const cells = never.filter(({ litmus }) => litmus !== undefined).length;
  const more = [
    ...(hangs === 0 ? [] : [`; ${hangs} more judge hangs only`]),
    ...(cells === 0 ? [] : [`; ${cells} more judge litmus cells only`]),
  ];
  return `${armed} of ${armed + never.length - hangs - cells} armed${more.join('')}`;
}

/** How many statements a run judged, and how soon; and the small scenes of which every order is known. */
function judgedFacts(report: RunReport): [string, string][] {
  if (report.request.suite !== NIGHTLY_SUITE) return [];
  const { judged, total, verification, proofs } = testplan([report]);
  const when = verification === undefined ? '' : `, all ${verifiedText(verification)}`;
  const complete = proofs.filter((proof) => proof.complete).length;
  return [
    ['judged', `${judged} of ${total} statements${when}`],
    ['proofs', `complete for ${complete} of ${counted(proofs.length, 'scene')}: every order of events`],
  ];
}

function coordinatorFacts(report: RunReport): [string, string][] {
  const own = coordinatorMsPerTest(report);
  return own === null ? [] : [['overhead', `${own.toFixed(1)} ms per test (dispatch and logging)`]];
}

/** The most memory of the process, and of the worker that held most. */
function memoryFacts({ peakBytes, tally: { held } }: RunReport): [string, string][] {
  const parts = [
    ...(peakBytes === undefined ? [] : [`${mebibytes(peakBytes)} at peak`]),
    ...(held === undefined ? [] : [`largest worker ${mebibytes(held.bytes)}, after ${held.test}`]),
  ];
  return parts.length === 0 ? [] : [['memory', parts.join('; ')]];
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20).toLocaleString('en-US')} MiB`;
}

/** The effect of a fault that no rule detected. */
function unseenFacts({ tally, request, unseenFault }: RunReport): [string, string][] {
  if (unseenFault === undefined) return [];
  const { acted, compared } = unseenFault;
  const effect =
    acted === 0
      ? `it had no effect in the ${counted(compared, 'test')} compared with a run without it`
      : `it had an effect in ${acted} of ${counted(compared, 'test')} compared with a run without it, but no rule fired`;
  const faults = request.overrides.faults.join(', ');
  return [['fault', `${faults} was not detected in ${counted(tally.tests, 'test')}; ${effect}`]];
}

/** How the run ended, unless it simply finished. */
export function endFacts({ end, tally, request }: RunReport): [string, string][] {
  const faults = request.overrides.faults.join(', ');
  switch (end) {
    case 'count':
      return [];
    case 'fault-seen':
      // With several failures, the number of the last says nothing about the first.
      return (request.maxFailures ?? 1) > 1
        ? [['fault', `${faults}: --max-failures reached after ${counted(tally.tests, 'test')}`]]
        : [['fault', `${faults} was detected after ${counted(tally.tests, 'test')}`]];
    case 'time':
      return [['ended', `--time reached after ${counted(tally.tests, 'test')}`]];
    case 'saturated':
      return [
        [
          'ended',
          `--until saturated reached after ${counted(tally.tests, 'test')}: another hour would probably cover less than ${request.gainPercentMin ?? 0} % of the bins`,
        ],
      ];
    case 'max-failures':
      return [['ended', `--max-failures reached after ${counted(tally.tests, 'test')}`]];
    case 'interrupted':
      return [
        ['ended', `interrupted after ${counted(tally.tests, 'test')}; their results are saved`],
        ['resume', resumeLine(request)],
      ];
    case 'running':
      return [
        ['running', `another process writes this run; ${counted(tally.tests, 'test')} have a result so far`],
      ];
    case 'incomplete':
      return [
        [
          'ended',
          `incomplete: only ${counted(tally.tests, 'test')} have a result; the rest were lost or never ran`,
        ],
      ];
    default:
      return end satisfies never;
  }
}

/** The command that resumes a run. */
function resumeLine({ outDir, suite, suiteFile }: RunReport['request']): string {
  const file = suiteFile === undefined ? [] : [`--suite-file ${shellWord(suite)}`];
  return lineToPaste('run', `--resume ${shellWord(outDir)}`, ...file);
}

function keptFacts({ kept, tally }: RunReport): [string, string][] {
  if (kept === 0) return [];
  return [
    ['resumed', `${counted(kept, 'result')} from before, ${counted(tally.tests - kept, 'test')} run now`],
  ];
}

/** A line for each group and issue that excuses failures of it. */
function knownFacts(groups: readonly JudgedGroup[]): [string, string][] {
  return groups.flatMap(({ signature, buckets }) => {
    const tests = new Map<string, number>();
    for (const { known, count } of buckets)
      if (known !== undefined) tests.set(knownText(known), (tests.get(knownText(known)) ?? 0) + count);
    return Array.from(tests, ([issue, count]): [string, string] => [
      'known',
      `${signature}, ${counted(count, 'test')}: ${issue}`,
    ]);
  });
}

/** Equal scenarios under different seeds; silent where there are none. */
export function repeatFacts({
  scenarios,
  repeated,
  unexplained,
  excessive,
}: ScenarioRepeats): [string, string][] {
  if (repeated === 0) return [];
  const rate = ((100 * repeated) / scenarios).toFixed(2);
  const tiny = repeated - unexplained;
  const why = excessive
    ? `; ${unexplained} are not tiny scenes: either the generator ignores its seed, or the constraints leave nothing to vary`
    : `; ${tiny} are tiny scenes`;
  return [
    ['repeats', `${repeated} of ${counted(scenarios, 'scenario')} (${rate} %) equal an earlier one${why}`],
  ];
}

function incidentFacts({ incidents }: RunReport['tally']): [string, string][] {
  return incidents.map(({ first, tests, cause }) => [
    'flaky',
    `${tests === 1 ? `test ${first}` : `tests ${first} to ${first + tests - 1}`} of the plan lost its worker once, but not on a second try: ${cause}`,
  ]);
}

/** Where to find what passing tests printed. */
function printFacts({ tally, request }: RunReport): [string, string][] {
  if (tally.printed === 0) return [];
  const tests = counted(tally.printed, 'passing test');
  return [['printed', `${tests} printed something; the first outputs are in ${request.outDir}/output`]];
}

/** Rules that had no data; where that happens they have not passed. */
function uncheckedFacts({ checks }: RunReport['tally']): [string, string][] {
  return checks.unchecked.map(({ rule, missing, tests }) => [
    'no data',
    `${rule} not checked in ${counted(tests, 'test')} (missing: ${missing})`,
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

/** Notes for a reader of the percentages. */
function coverageFacts(summary: CoverageSummary): [string, string][] {
  const { failed, passed } = summary.tests;
  const changed = changedText(summary);
  const uncounted = passed === 0 ? NOTHING_COUNTED : uncountedText(failed);
  return [
    ...(failed === 0 && passed > 0 ? [] : [['coverage', uncounted] as [string, string]]),
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
