import { describeHoleSearch, listHoleSearchFailures } from '../../closure/aim/index.js';
import {
  describeChangedGroups,
  describeRefutedExclusions,
  describeUncounted,
  NOTHING_COUNTED,
} from '../../closure/coverage/index.js';
import { buildTestplan, formatGrades } from '../../closure/testplan/index.js';
import type { CoverageSummary } from '../../coverage/index.js';
import { describeDisproof } from '../../failures/explore/index.js';
import type { ReportedGroup } from '../../failures/groups/index.js';
import { quoteShellWord } from '../../harness/basics/index.js';
import {
  type ClaimResult,
  countClaimVerdicts,
  formatKnownIssue,
  getClaimResults,
  listWarnings,
  type ScenarioRepeats,
} from '../../harness/records/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { findApplicableFaults, findSequence, formatCommand } from '../../harness/selection/index.js';
import {
  formatNumber,
  formatQuantity,
  formatRatePerSecond,
  getRatePerSecond,
} from '../../harness/text/index.js';
import { NIGHTLY_SUITE } from '../../stimulus/index.js';
import { countsAsFinding, findFault, formatSeed, getRuleText } from '../../transactions/index.js';
import { describeRerun, describeWorkers, formatWarningCount } from './phrases.js';
import { computeCoordinatorMsPerTest } from './run-document.js';

/** A fact about a run: its name and one line of text. */
type Fact = readonly [name: string, text: string];

interface FactInput {
  readonly covered: CoverageSummary;
  readonly groups: readonly ReportedGroup[];
  readonly repeats: ScenarioRepeats;
}

/** Lists a run's facts as pairs of a name and one line of text, starting with the seed and the speed. */
export function listRunFacts(report: RunReport, { covered, groups, repeats }: FactInput): readonly Fact[] {
  const { request, tally, seconds } = report;
  const [tests, waves] = [tally.tests, tally.waves].map((count) =>
    formatRatePerSecond(getRatePerSecond(count, seconds)),
  );
  return [
    ['seed', `${formatSeed(request.seed)} (suite ${request.suite}, ${describeWorkers(request)})`],
    ['speed', `${tests} tests/s, ${waves} waves/s, ${seconds.toFixed(1)} s`],
    ...getStatementFacts(report),
    ...getCoordinatorFacts(report),
    ...getMemoryFacts(report),
    ...getRerunFacts(report),
    ...getClosingFacts(report),
    ...getFaultTitles(report),
    ...getUnaffectedFacts(report),
    ...getUndetectedFacts(report),
    ...getEndFacts(report),
    ...getKeptFacts(report),
    ...getWarningFacts(report),
    ...getKnownIssueFacts(groups),
    ...getRepeatFacts(repeats),
    ...getRetryFacts(tally),
    ...getOutputFacts(report),
    ...getLostFacts(report),
    ...getUncheckedFacts(tally),
    ...getClaimFacts(tally),
    ...(tally.tests === 0 ? [] : getCoverageFacts(covered)),
    ...describeRefutedExclusions(report.coverage).map((text): Fact => ['excluded', text]),
  ];
}

function getRerunFacts({ again }: RunReport): Fact[] {
  return again === undefined ? [] : [['rerun', describeRerun(again)]];
}

function getClosingFacts({ closing }: RunReport): Fact[] {
  if (closing === undefined) return [];
  return [describeHoleSearch(closing), ...listHoleSearchFailures(closing)].map((line) => ['holes', line]);
}

const MAX_ERRORS = 5;

function getLostFacts({ postRunErrors = [] }: RunReport): Fact[] {
  const hidden = postRunErrors.length - MAX_ERRORS;
  const lines = [...postRunErrors.slice(0, MAX_ERRORS), ...(hidden > 0 ? [`and ${hidden} more`] : [])];
  return lines.map((line) => ['lost', line]);
}

/** Reports how many statements the run judged, and how many small scenes were searched exhaustively. */
function getStatementFacts(report: RunReport): Fact[] {
  if (report.request.suite !== NIGHTLY_SUITE) return [];
  const plan = buildTestplan([report]);
  const { total, proofs } = plan;
  const complete = proofs.filter((proof) => proof.complete).length;
  const scenes = `complete for ${complete} of ${formatQuantity(proofs.length, 'scene')}`;
  return [
    ['grades', `${formatGrades(plan)} of ${formatQuantity(total, 'statement')}`],
    ...optionalFact(proofs.length > 0, 'proofs', `${scenes}, covering every order of events`),
    ...proofs
      .filter(({ findings }) => findings.length > 0)
      .map((proof): Fact => ['proofs', describeDisproof(proof)]),
  ];
}

function optionalFact(condition: boolean, name: string, text: string): Fact[] {
  return condition ? [[name, text]] : [];
}

function getCoordinatorFacts(report: RunReport): Fact[] {
  const ms = computeCoordinatorMsPerTest(report);
  return ms === null ? [] : [['overhead', `${ms.toFixed(1)} ms per test (dispatch and logging)`]];
}

function getMemoryFacts({ peakBytes, tally: { peakMemory } }: RunReport): Fact[] {
  const figures = [
    ...(peakBytes === undefined ? [] : [`${formatMebibytes(peakBytes)} at peak`]),
    ...(peakMemory === undefined
      ? []
      : [`largest worker ${formatMebibytes(peakMemory.bytes)}, after ${peakMemory.test}`]),
  ];
  return figures.length === 0 ? [] : [['memory', figures.join('; ')]];
}

function formatMebibytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 2 ** 20))} MiB`;
}

/** The most faults to describe. */
const MAX_FAULTS = 4;

function getFaultTitles({ request: { overrides } }: RunReport): Fact[] {
  return overrides.faults.slice(0, MAX_FAULTS).map((id) => ['fault', `${id}: ${findFault(id)!.title}`]);
}

function getUndetectedFacts({ tally, request, undetectedFault }: RunReport): Fact[] {
  if (undetectedFault === undefined) return [];
  const { affected, compared, warnings = [] } = undetectedFault;
  const faults = request.overrides.faults.join(', ');
  if (warnings.length > 0)
    return [['fault', `${faults} was detected by a warning (${warnings.join(', ')}), which fails no test`]];
  const effect =
    affected === 0
      ? `it had no effect in the ${formatQuantity(compared, 'test')} also run without it`
      : `it had an effect in ${affected} of ${formatQuantity(compared, 'test')} also run without it, but no rule fired`;
  return [['fault', `${faults} was not detected in ${formatQuantity(tally.tests, 'test')}; ${effect}`]];
}

const MAX_SEQUENCES = 4;

/** For a build with faults, lists the sequences unaffected by each fault. */
function getUnaffectedFacts({ request, tally }: Pick<RunReport, 'request' | 'tally'>): Fact[] {
  const { overrides, wholeBuild, suite } = request;
  if (!wholeBuild) return [];
  const names = Object.keys(tally.sequences).sort();
  return overrides.faults.flatMap((fault): Fact[] => {
    const singleFault = { ...overrides, faults: [fault] };
    const unaffected = names.filter(
      (name) => findApplicableFaults(findSequence(name, suite), singleFault).length === 0,
    );
    if (unaffected.length === 0) return [];
    const ellipsis = unaffected.length > MAX_SEQUENCES ? ', …' : '';
    const listed = unaffected.slice(0, MAX_SEQUENCES).join(', ');
    const share = `${unaffected.length} of ${formatQuantity(names.length, 'sequence')}`;
    return [['fault', `${fault} has no effect in ${share}: ${listed}${ellipsis}`]];
  });
}

/** Explains why a run with faults did not stop at a failure: no rule in the faults' classes fired. */
function getOtherClassFacts(
  { failed, buckets }: RunReport['tally'],
  { overrides, maxFailures }: RunReport['request'],
): Fact[] {
  const { faults } = overrides;
  const classes = new Set(faults.flatMap((id) => findFault(id)?.classes ?? []));
  if (failed === 0 || maxFailures !== 1 || classes.size === 0) return [];
  // Known issues do not stop a run either.
  if ([...buckets.values()].some(({ rule }) => faults.some((id) => countsAsFinding(id, rule)))) return [];
  const subject = faults.length === 1 ? 'this fault' : 'these faults';
  const text = `no failure matches the classes that the fault library lists for ${subject} (${[...classes].join(', ')}), so the run continued`;
  return [['fault', `${faults.join(', ')}: ${text}`]];
}

/** Says how a run ended, by its status. Runs that completed or saw their fault say something else. */
const END_TEXTS: Readonly<
  Record<
    Exclude<RunReport['end'], 'count' | 'fault-seen'>,
    (tests: string, request: RunReport['request']) => string
  >
> = {
  time: (tests) => `--time reached after ${tests}`,
  saturated: (tests, { gainPercentMin = 0 }) =>
    `stopped by --until saturated after ${tests}: another hour would probably cover less than ${gainPercentMin}% of the bins`,
  'max-failures': (tests) => `--max-failures reached after ${tests}`,
  interrupted: (tests) => `interrupted after ${tests}; their results are saved`,
  running: (tests) => `another process is still writing to this run; ${tests} have results so far`,
  incomplete: (tests) => `incomplete: only ${tests} have results; the rest were lost or never ran`,
};

/** Reports how the run ended, unless it simply completed. */
export function getEndFacts({ end, tally, request }: RunReport): Fact[] {
  if (end === 'count') return getOtherClassFacts(tally, request);
  const tests = formatQuantity(tally.tests, 'test');
  const faults = request.overrides.faults.join(', ');
  if (end !== 'fault-seen') {
    const ending: Fact = [end === 'running' ? 'running' : 'ended', END_TEXTS[end](tests, request)];
    return end === 'interrupted' ? [ending, ['resume', getResumeCommand(request)]] : [ending];
  }
  // The count includes all failures, so it does not say when the first one occurred.
  if ((request.maxFailures ?? 1) > 1) return [['fault', `${faults}: --max-failures reached after ${tests}`]];
  const text = `was detected after ${tests}: the run stopped (--max-failures goes on)`;
  return [['fault', `${faults} ${text}`]];
}

function getResumeCommand({ outDir, suite, suiteFile }: RunReport['request']): string {
  const file = suiteFile === undefined ? [] : [`--suite-file ${quoteShellWord(suite)}`];
  return formatCommand('run', `--resume ${quoteShellWord(outDir)}`, ...file);
}

function getKeptFacts({ kept, tally }: RunReport): Fact[] {
  const run = formatQuantity(tally.tests - kept, 'test');
  const text = `${formatQuantity(kept, 'result')} kept from the earlier run, ${run} run this time`;
  return optionalFact(kept > 0, 'resumed', text);
}

function getKnownIssueFacts(groups: readonly ReportedGroup[]): Fact[] {
  return groups.flatMap(({ signature, buckets }) => {
    const tests = new Map<string, number>();
    for (const { known, count } of buckets)
      if (known !== undefined)
        tests.set(formatKnownIssue(known), (tests.get(formatKnownIssue(known)) ?? 0) + count);
    const format = (issue: string, count: number) =>
      `${signature}, ${formatQuantity(count, 'test')}: ${issue}`;
    return Array.from(tests, ([issue, count]): Fact => ['known', format(issue, count)]);
  });
}

/** Reports how many scenarios duplicate one generated from a different seed; empty if none do. */
export function getRepeatFacts({ scenarios, repeated, unexplained, excessive }: ScenarioRepeats): Fact[] {
  const rate = ((100 * repeated) / scenarios).toFixed(2);
  const explanation = excessive
    ? `; ${unexplained} are not tiny scenes: either the generator ignores its seed, or the constraints leave nothing to vary`
    : `; ${repeated - unexplained} are tiny scenes`;
  const share = `${repeated} of ${formatQuantity(scenarios, 'scenario')} (${rate}%)`;
  return optionalFact(repeated > 0, 'repeats', `${share} are identical to an earlier one${explanation}`);
}

/** Counts the warnings by rule. They fail no test, but `--fail-on` can make those that are not known fail the run. */
function getWarningFacts({ tally, request }: RunReport): Fact[] {
  const warnings = listWarnings(tally.warnings, request.knownIssues);
  return warnings.map((entry) => ['warnings', `${formatWarningCount(entry)}: ${getRuleText(entry.rule)}`]);
}

function getRetryFacts({ incidents }: RunReport['tally']): Fact[] {
  return incidents.map(({ first, tests, cause }) => {
    const range = tests === 1 ? `test ${first}` : `tests ${first} to ${first + tests - 1}`;
    return ['flaky', `${range} of the plan: worker lost once, then passed when retried: ${cause}`];
  });
}

/** Notes where to find the output of passing tests. */
function getOutputFacts({ tally, request }: RunReport): Fact[] {
  const tests = formatQuantity(tally.printed, 'passing test');
  const text = `${tests} printed something; the first few outputs are in ${request.outDir}/output`;
  return optionalFact(tally.printed > 0, 'printed', text);
}

/** The name of the fact that lists rules with missing data. */
export const NOT_CHECKED = 'not checked';

/** Reports rules that could not be checked because data was missing; they do not count as passed. */
function getUncheckedFacts({ checks }: RunReport['tally']): Fact[] {
  const format = (tests: number, missing: string) => `${formatQuantity(tests, 'test')} (missing: ${missing})`;
  return checks.unchecked.map(({ rule, missing, tests }) => [
    NOT_CHECKED,
    `${rule} in ${format(tests, missing)}`,
  ]);
}

/** Reports the claims, and each sequence whose tests pass but cover less than it claims. */
function getClaimFacts({ claims }: RunReport['tally']): Fact[] {
  const results = getClaimResults(claims);
  const { judged } = countClaimVerdicts(results);
  const failed = results.filter((result) => result.failed);
  return [
    ...optionalFact(judged > 0, 'claims', formatClaims(results)),
    ...failed.map(({ sequence, claim, percent, shown, tests }): Fact => {
      const share = `${shown} of ${formatQuantity(tests, 'test')}`;
      return ['claim', `${sequence}: "${claim}" in ${share}; the claim is ${percent}%`];
    }),
  ];
}

/** Returns notes on how to read the coverage percentages. */
function getCoverageFacts(summary: CoverageSummary): Fact[] {
  const { failed, passed } = summary.tests;
  const changed = describeChangedGroups(summary);
  const uncounted = passed === 0 ? NOTHING_COUNTED : describeUncounted(failed);
  return [
    ...optionalFact(failed > 0 || passed === 0, 'coverage', uncounted),
    ...optionalFact(changed !== undefined, 'not counted', changed ?? ''),
  ];
}

/** Formats how many of the judged sequence claims held, and how many could not be judged yet. */
export function formatClaims(results: readonly ClaimResult[]): string {
  const { held, judged, open: undecided } = countClaimVerdicts(results);
  if (judged === 0)
    return `none of ${formatNumber(results.length)} on what sequences exercise were judged (too few tests)`;
  const verdict = `${formatNumber(held)} of ${formatNumber(judged)} on what sequences exercise held`;
  return undecided === 0 ? verdict : `${verdict}; ${formatNumber(undecided)} not judged (too few tests)`;
}
