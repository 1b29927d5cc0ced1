import { shellWord } from '../../base/basics/index.js';
import { counted, numberText, ratePerSecond, rateText } from '../../base/text/index.js';
import { closingFailures, closingText } from '../../closure/closing/index.js';
import { changedText, NOTHING_COUNTED, refutedTexts, uncountedText } from '../../closure/coverage/index.js';
import { testplan, verifiedText } from '../../closure/testplan/index.js';
import type { CoverageSummary } from '../../coverage/index.js';
import { fixesText } from '../../failures/fixed/index.js';
import type { JudgedGroup } from '../../failures/groups/index.js';
import {
  type ClaimResult,
  countClaimVerdicts,
  getClaimResults,
  type ScenarioRepeats,
} from '../../harness/records/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { findApplicableFaults, findSequence, pasteableCommand } from '../../harness/selection/index.js';
import { NIGHTLY_SUITE } from '../../stimulus/index.js';
import { countsAsFinding, findFault, formatSeed } from '../../transactions/index.js';
import { againText } from './again-text.js';
import { claimsText } from './claims-text.js';
import { knownText } from './known-text.js';
import { coordinatorMsPerTest } from './run-document.js';
import { workersText } from './workers-text.js';

/** The inputs of a run's facts other than its report. */
interface FactInput {
  readonly covered: CoverageSummary;
  readonly groups: readonly JudgedGroup[];
  readonly repeats: ScenarioRepeats;
}

/** A run's one-line facts, each with its name: seed and speed first, then everything else. */
export function runFacts(
  report: RunReport,
  { covered, groups, repeats }: FactInput,
): readonly (readonly [string, string])[] {
  const { request, tally, seconds } = report;
  return [
    ['seed', `${formatSeed(request.seed)} (suite ${request.suite}, ${workersText(request)})`],
    [
      'speed',
      `${rateText(ratePerSecond(tally.tests, seconds))} tests/s, ${rateText(ratePerSecond(tally.waves, seconds))} waves/s, ${seconds.toFixed(1)} s`,
    ],
    ...judgedFacts(report),
    ...coordinatorFacts(report),
    ...memoryFacts(report),
    ...againFacts(report),
    ...closingFacts(report),
    ...untouchedFacts(report),
    ...unseenFacts(report),
    ...endFacts(report),
    ...keptFacts(report),
    ...knownFacts(groups),
    ...repeatFacts(repeats),
    ...incidentFacts(tally),
    ...printFacts(report),
    ...lostFacts(report),
    ...uncheckedFacts(tally),
    ...claimFacts(tally),
    ...(tally.tests === 0 ? [] : coverageFacts(covered)),
    ...refutedTexts(report.coverage).map((text): [string, string] => ['excluded', text]),
  ];
}

function againFacts({ again }: RunReport): (readonly [string, string])[] {
  if (again === undefined) return [];
  const { groups } = again;
  return [
    ['again', againText(again)],
    ...(groups === undefined ? [] : [['fixes', fixesText(groups)] as const]),
  ];
}

function closingFacts({ closing }: RunReport): (readonly [string, string])[] {
  if (closing === undefined) return [];
  return [closingText(closing), ...closingFailures(closing)].map((line) => ['holes', line]);
}

/** Maximum number of post-verdict errors to list individually. */
const MAX_LOST = 5;

function lostFacts({ lost = [] }: RunReport): (readonly [string, string])[] {
  const unshown = lost.length - MAX_LOST;
  return [...lost.slice(0, MAX_LOST), ...(unshown > 0 ? [`and ${unshown} more`] : [])].map((line) => [
    'lost',
    line,
  ]);
}

/** How many statements the run judged and how soon, and how many small scenes were searched exhaustively. */
function judgedFacts(report: RunReport): [string, string][] {
  if (report.request.suite !== NIGHTLY_SUITE) return [];
  const { judged, total, verification, proofs } = testplan([report]);
  const when = verification === undefined ? '' : `, ${verifiedText(verification)}`;
  const complete = proofs.filter((proof) => proof.complete).length;
  return [
    ['judged', `${judged} of ${total} statements${when}`],
    ...(proofs.length === 0
      ? []
      : [
          [
            'proofs',
            `complete for ${complete} of ${counted(proofs.length, 'scene')}: every order of events`,
          ] as [string, string],
        ]),
  ];
}

function coordinatorFacts(report: RunReport): [string, string][] {
  const ms = coordinatorMsPerTest(report);
  return ms === null ? [] : [['overhead', `${ms.toFixed(1)} ms per test (dispatch and logging)`]];
}

/** Peak memory of the process and of the largest worker. */
function memoryFacts({ peakBytes, tally: { held } }: RunReport): [string, string][] {
  const parts = [
    ...(peakBytes === undefined ? [] : [`${mebibytes(peakBytes)} at peak`]),
    ...(held === undefined ? [] : [`largest worker ${mebibytes(held.bytes)}, after ${held.test}`]),
  ];
  return parts.length === 0 ? [] : [['memory', parts.join('; ')]];
}

function mebibytes(bytes: number): string {
  return `${numberText(Math.round(bytes / 2 ** 20))} MiB`;
}

/** The effect of an undetected fault. */
function unseenFacts({ tally, request, unseenFault }: RunReport): [string, string][] {
  if (unseenFault === undefined) return [];
  const { affected, compared } = unseenFault;
  const effect =
    affected === 0
      ? `it had no effect in the ${counted(compared, 'test')} compared with a run without it`
      : `it had an effect in ${affected} of ${counted(compared, 'test')} compared with a run without it, but no rule fired`;
  const faults = request.overrides.faults.join(', ');
  return [['fault', `${faults} was not detected in ${counted(tally.tests, 'test')}; ${effect}`]];
}

/** Maximum number of sequences to name in a note. */
const MAX_NAMES = 4;

/** In a build with faults, lists the sequences that a fault cannot affect. */
export function untouchedFacts({ request, tally }: Pick<RunReport, 'request' | 'tally'>): [string, string][] {
  const { overrides, wholeBuild, suite } = request;
  if (!wholeBuild) return [];
  const names = Object.keys(tally.sequences).sort();
  return overrides.faults.flatMap((fault): [string, string][] => {
    const alone = { ...overrides, faults: [fault] };
    const unaffected = names.filter(
      (name) => findApplicableFaults(findSequence(name, suite), alone).length === 0,
    );
    if (unaffected.length === 0) return [];
    const ellipsis = unaffected.length > MAX_NAMES ? ', …' : '';
    const named = unaffected.slice(0, MAX_NAMES).join(', ');
    return [
      [
        'fault',
        `${fault} cannot act in ${unaffected.length} of ${counted(names.length, 'sequence')}: ${named}${ellipsis}`,
      ],
    ];
  });
}

/**
 * In a run that looks for faults, notes that failures did not end it because no rule of the faults' classes fired.
 */
function otherClassFacts(
  { failed, buckets }: RunReport['tally'],
  { overrides, maxFailures }: RunReport['request'],
): [string, string][] {
  const { faults } = overrides;
  const classes = new Set(faults.flatMap((id) => findFault(id)?.classes ?? []));
  if (failed === 0 || maxFailures !== 1 || classes.size === 0) return [];
  // Known issues do not end a run either.
  if ([...buckets.values()].some(({ rule }) => faults.some((id) => countsAsFinding(id, rule)))) return [];
  const names = [...classes].join(', ');
  return [
    [
      'fault',
      `${faults.join(', ')}: no failure is of the class that the library names (${names}), so the run continued`,
    ],
  ];
}

/** How the run ended, unless it simply completed. */
export function endFacts({ end, tally, request }: RunReport): [string, string][] {
  const faults = request.overrides.faults.join(', ');
  switch (end) {
    case 'count':
      return otherClassFacts(tally, request);
    case 'fault-seen':
      // The count includes all failures, so it does not say when the first one occurred.
      return (request.maxFailures ?? 1) > 1
        ? [['fault', `${faults}: --max-failures reached after ${counted(tally.tests, 'test')}`]]
        : [
            [
              'fault',
              `${faults} was detected after ${counted(tally.tests, 'test')}, which ends the run; --time or --max-failures continue it`,
            ],
          ];
    case 'time':
      return [['ended', `--time reached after ${counted(tally.tests, 'test')}`]];
    case 'saturated':
      return [
        [
          'ended',
          `--until saturated reached after ${counted(tally.tests, 'test')}: another hour would probably cover less than ${request.gainPercentMin ?? 0}% of the bins`,
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
        [
          'running',
          `another process is writing this run; ${counted(tally.tests, 'test')} have a result so far`,
        ],
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

/** Returns the command that resumes a run. */
function resumeLine({ outDir, suite, suiteFile }: RunReport['request']): string {
  const file = suiteFile === undefined ? [] : [`--suite-file ${shellWord(suite)}`];
  return pasteableCommand('run', `--resume ${shellWord(outDir)}`, ...file);
}

function keptFacts({ kept, tally }: RunReport): [string, string][] {
  if (kept === 0) return [];
  return [
    ['resumed', `${counted(kept, 'result')} from before, ${counted(tally.tests - kept, 'test')} run now`],
  ];
}

/** One line per group and known issue that excuses some of its failures. */
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

/** Reports how many scenarios are equal under different seeds; empty if none are. */
export function repeatFacts({
  scenarios,
  repeated,
  unexplained,
  excessive,
}: ScenarioRepeats): [string, string][] {
  if (repeated === 0) return [];
  const rate = ((100 * repeated) / scenarios).toFixed(2);
  const tiny = repeated - unexplained;
  const explanation = excessive
    ? `; ${unexplained} are not tiny scenes: either the generator ignores its seed, or the constraints leave nothing to vary`
    : `; ${tiny} are tiny scenes`;
  return [
    [
      'repeats',
      `${repeated} of ${counted(scenarios, 'scenario')} (${rate}%) equal an earlier one${explanation}`,
    ],
  ];
}

function incidentFacts({ incidents }: RunReport['tally']): [string, string][] {
  return incidents.map(({ first, tests, cause }) => [
    'flaky',
    `${tests === 1 ? `test ${first}` : `tests ${first} to ${first + tests - 1}`} of the plan: worker lost once, passed on the second try: ${cause}`,
  ]);
}

/** Where to find the output of passing tests. */
function printFacts({ tally, request }: RunReport): [string, string][] {
  if (tally.printed === 0) return [];
  const tests = counted(tally.printed, 'passing test');
  return [['printed', `${tests} printed something; the first outputs are in ${request.outDir}/output`]];
}

/** The name of the fact that lists rules lacking data. */
export const NOT_CHECKED = 'not checked';

/** Rules that lacked data and therefore did not pass. */
function uncheckedFacts({ checks }: RunReport['tally']): [string, string][] {
  return checks.unchecked.map(({ rule, missing, tests }) => [
    NOT_CHECKED,
    `${rule} in ${counted(tests, 'test')} (missing: ${missing})`,
  ]);
}

/** Reports sequences that break their claims: their tests pass, but cover less than claimed. */
function claimFacts({ claims }: RunReport['tally']): [string, string][] {
  const results = getClaimResults(claims);
  const { judged } = countClaimVerdicts(results);
  const failed = results.filter((result) => result.failed);
  return [
    ...(judged === 0 ? [] : [['claims', claimsText(results)] as [string, string]]),
    ...failed.map((result): [string, string] => ['claim', `${result.sequence}: ${claimText(result)}`]),
  ];
}

/** Describes a claim, with its observed and promised shares. */
function claimText({ claim, percent, shown, tests }: ClaimResult): string {
  return `"${claim}" in ${shown} of ${counted(tests, 'test')}; the claim is ${percent}%`;
}

/** Notes on how to read the coverage percentages. */
function coverageFacts(summary: CoverageSummary): [string, string][] {
  const { failed, passed } = summary.tests;
  const changed = changedText(summary);
  const uncounted = passed === 0 ? NOTHING_COUNTED : uncountedText(failed);
  return [
    ...(failed === 0 && passed > 0 ? [] : [['coverage', uncounted] as [string, string]]),
    ...(changed === undefined ? [] : [['not counted', changed] as [string, string]]),
  ];
}
