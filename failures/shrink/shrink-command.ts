import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { present } from '../../arch/index.js';
import { quoteShellWord } from '../../harness/basics/index.js';
import { replayScenario, runScenarioTest, type TestResult } from '../../harness/one-test/index.js';
import {
  FAULTS_OPTION,
  JSON_OPTION,
  KNOBS_OPTION,
  makeDurationParser,
  type OverrideStrings,
  readStoredOverrides,
  SUITE_FILE_OPTION,
  TEST_CHIP_OPTION,
  tryTest,
} from '../../harness/options/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { findNamingViolation } from '../../harness/records/index.js';
import { writeAndLogHash } from '../../harness/run-directory/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import {
  EXIT,
  type ExitCode,
  type FinishCommand,
  isInteractive,
  printJson,
  printNote,
  printResult,
  RESULTS,
  STDERR,
  watchInterrupts,
} from '../../harness/terminal/index.js';
import { formatQuantity } from '../../harness/text/index.js';
import { DEFAULT_LIMITS } from '../../harness/workers/index.js';
import { escapeLine, type Scenario, scenarioToJson, UsageError } from '../../transactions/index.js';
import { getPictureStyle } from '../picture/violation-picture.js';
import { openReplaySuite, type ReplaySource, resolveReplay } from '../stored/replay-source.js';
import { formatReplay } from '../text/replay-text.js';
import { describeSchedule } from '../why/choice-words.js';
import { formatSize } from './scenario-size.js';
import { type ShrinkResult, type ShrunkCase, shrinkTest } from './shrink.js';

const EXAMPLES = `
Exits with 1 when it has shrunk the failure, because the test still fails.

Examples:
  pops-tb shrink out/RUN/failures/BUCKET/TEST        a stored failure; writes shrunk.json into its folder
  pops-tb shrink 'smoke:rmw_buffer@0x1f' --fault F46 --budget 5s
  pops-tb shrink out/RUN/failures/BUCKET/TEST --test vitest
                                                     also writes a Vitest test
  pops-tb shrink 'smoke:rmw_buffer@0x1f' --fault F46 --chip navi21 --set storeLatency=300..2000 --json
  pops-tb shrink 'out/RUN#my_test.17' --suite-file my-suite.ts
                                                     a test from your own suite; pass the suite file again
`;

const DEFAULT_BUDGET_MS = 30_000;
/**
 * File names of the shrunk scenario and the Vitest test. They are written next to a stored scenario or in the current
 * folder.
 */
const FILES = { scenario: 'shrunk.json', test: 'shrunk.test.ts' } as const;

interface ShrinkValues extends OverrideStrings {
  readonly budget?: number;
  readonly suiteFile?: string;
  readonly test?: 'vitest';
  readonly json?: boolean;
}

/** Adds the arguments and options of `shrink`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('<what>', 'failure directory, scenario file, RUN_DIR#TEST_ID or SUITE:TEST@0xSEED[~HASH]')
    .option('--budget <duration>', 'search time limit (default: 30s)', makeDurationParser('--budget'))
    .addOption(FAULTS_OPTION)
    .addOption(TEST_CHIP_OPTION)
    .addOption(KNOBS_OPTION)
    .addOption(
      new Option('--test <kind>', `also write a test to paste into a project: ${FILES.test}`).choices([
        'vitest',
      ]),
    )
    .addOption(SUITE_FILE_OPTION)
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async (name: string, values: ShrinkValues) => finish(await shrink(name, values)));
}

async function shrink(name: string, values: ShrinkValues): Promise<ExitCode> {
  await openReplaySuite(name, values.suiteFile);
  const trial = tryTest(2 * DEFAULT_LIMITS.ms, () => {
    const source = resolveReplay(name, readStoredOverrides(values), openCorpus());
    return { source, original: runScenarioTest(source.scenario) };
  });
  if (!('value' in trial)) {
    throw new UsageError(
      `Cannot shrink "${name}": it fails with "${trial.signature}"; run "replay" to see why`,
    );
  }
  const { source, original } = trial.value;
  if (source.scenario.design !== undefined)
    throw new UsageError(
      `Cannot shrink "${name}": its design is a recording and cannot respond to other scenarios; to shrink it with the live design, use cosim "${name}" --shrink`,
    );
  const folder = source.folder ?? '.';
  if (original.finding === undefined) throw new UsageError(`Cannot shrink "${name}": it passes`);
  printOriginal(original, source);
  const interrupts = watchInterrupts(
    'Interrupted: writing the smallest scenario so far; interrupt again to exit immediately',
  );
  const result = (await shrinkTest(original, {
    budgetMs: values.budget ?? DEFAULT_BUDGET_MS,
    signal: interrupts.signal,
    details: true,
    onStep: (best) => writeBest(folder, best),
  }))!;
  interrupts.stop();
  const file = writeShrunk(folder, result);
  const schedule = describeSchedule(result.scenario);
  const test = values.test === undefined ? undefined : writeTest(folder, result);
  if (values.json === true)
    printJson({ ...makeShrinkDocument(result, file, schedule), ...present({ test }) });
  else
    printResult(
      [
        formatShrink(result, file, getEndReason(result, interrupts.signal), schedule),
        ...(test === undefined ? [] : [`test     ${test} (a Vitest file with this scenario)`]),
      ].join('\n'),
    );
  return interrupts.signal.aborted ? EXIT.INTERRUPTED : EXIT.FAILED;
}

function printOriginal({ finding, verdict }: TestResult, { repro }: ReplaySource): void {
  const violation = finding && findNamingViolation(finding, verdict.violations);
  const observed = violation?.observed ?? finding?.message ?? '';
  printNote(`FAIL  ${finding?.signature}\n${observed}\n${repro}`);
}

/** Writes each smaller case immediately, so that it is kept no matter how the search ends. */
function writeBest(folder: string, { size, scenario }: ShrunkCase): void {
  writeAndLogHash(join(folder, FILES.scenario), scenarioToJson(scenario));
  if (isInteractive(STDERR)) printNote(`  ${formatSize(size)}`);
}

function writeShrunk(folder: string, { scenario }: ShrinkResult): string {
  const file = join(folder, FILES.scenario);
  writeAndLogHash(file, scenarioToJson(scenario));
  return file;
}

/** Writes a Vitest file with the shrunk case, and returns its path. */
function writeTest(folder: string, { scenario, signature, shrunk }: ShrinkResult): string {
  const file = join(folder, FILES.test);
  writeAtomic(file, generateVitestCase(scenario, signature, formatSize(shrunk)));
  return file;
}

/**
 * Generates a Vitest file that fails as long as the scenario does, with a picture of the violation as its message. It
 * imports only what the package exports, so it runs in any project that has the package and Vitest.
 *
 * @param size description of the scenario's size.
 */
function generateVitestCase(scenario: Scenario, signature: string, size: string): string {
  const comment = escapeLine(`${signature}, shrunk to ${size}`).replaceAll('*/', '* /');
  return `import { explainScenario, readScenario, runScenario } from 'pops-testbench/harness';
import { expect, it } from 'vitest';

/** ${comment}. */
const SCENARIO = readScenario(${JSON.stringify(scenarioToJson(scenario).trimEnd())});

it(${JSON.stringify(`no longer fails with ${signature}`)}, () => {
  if (!runScenario(SCENARIO).passed) expect.fail(explainScenario(SCENARIO));
});
`;
}

/** Returns the JSON output, in which all choices that `schedule` does not describe take the first alternative. */
function makeShrinkDocument(result: ShrinkResult, file: string, schedule: readonly string[]) {
  const { signature, original, shrunk, steps, complete } = result;
  const seconds = Number(result.seconds.toFixed(3));
  return { signature, original, shrunk, file, steps, seconds, complete, schedule };
}

/** Returns why the search ended. */
function getEndReason({ complete }: ShrinkResult, { aborted }: AbortSignal): string {
  if (complete) return 'nothing simpler to try';
  return aborted ? 'interrupted' : 'out of time (--budget)';
}

const MAX_DECISIONS = 12;

function formatSchedule(schedule: readonly string[]): string[] {
  const hiddenCount = schedule.length - MAX_DECISIONS;
  return [
    ...schedule.slice(0, MAX_DECISIONS).map((decision) => `schedule ${decision}`),
    ...(hiddenCount > 0 ? [`         and ${hiddenCount} more; shrunk.json has them all`] : []),
  ];
}

function formatShrink(result: ShrinkResult, file: string, end: string, schedule: readonly string[]): string {
  const { original, shrunk, scenario, steps, seconds } = result;
  const repro = formatCommand('replay', quoteShellWord(file));
  return [
    formatReplay(replayScenario(scenario), repro, getPictureStyle(RESULTS)),
    '',
    `before   ${formatSize(original)}`,
    `shrunk   ${formatSize(shrunk)}`,
    ...formatSchedule(schedule),
    `search   ${formatQuantity(steps, 'run')} in ${seconds.toFixed(1)} s; ${end}`,
    `replay   ${repro}`,
  ].join('\n');
}
