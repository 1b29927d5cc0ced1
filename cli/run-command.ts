import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { coverageSummary } from '../coverage/index.js';
import {
  findSuite,
  planTests,
  type RunReport,
  type RunRequest,
  runSuite,
  selectSequences,
  testId,
} from '../regression/index.js';
import { colours, runDocument, runMarkdown, runText } from '../report/index.js';
import { formatSeed } from '../transactions/index.js';
import { absentOptions, refuseAbsent } from './absent-options.js';
import type { Finish } from './commands.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { watchInterrupts } from './interrupts.js';
import { durationOption, integerOption, listOption, repeatedOption } from './option-values.js';
import { makeProgress } from './progress.js';
import { coverageGate, type RunOptionValues, runRequest } from './run-options.js';
import { isLively, printJson, printNote, printResult } from './terminal.js';

const MANY = 1_000_000_000;

const EXAMPLES = `
Examples:
  pops-tb run                                    the smoke suite
  pops-tb run smoke --seed 0x1 --count 5000      a root seed and a number of tests of your own
  pops-tb run smoke --fault F46                  inject a fault and look for it
  pops-tb run smoke --chip navi21 --set idWrap=7 fix the chip and a knob
`;

const ABSENT = absentOptions([
  '--shard <i/n>',
  '--resume <dir>',
  '--rerun-failures <dir>',
  '--queue <url>',
  '--waivers <file>',
  '--known-issues <file>',
  '--plan <file>',
]);

/** Adds arguments and options of `run`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('[suite]', 'suite to draw tests from', 'smoke')
    .option('--seed <seed>', "root seed, 0x and hex digits (default: the suite's)")
    .option('--count <n>', "tests in total (default: the suite's)", integerOption('--count', 1, MANY))
    .option('--time <duration>', 'end after this time, like 90s or 10m', durationOption('--time'))
    .option('--workers <n>', 'worker threads (default: one a processor)', integerOption('--workers', 1, 256))
    .option('--out <dir>', 'run directory (default: out/<run-id>)')
    .option('--chip <names>', 'only these chips, with commas between them', listOption)
    .option('--test <glob>', 'only tests with such a name')
    .option('--set <knob=value>', 'fix a knob; may be given often', repeatedOption)
    .option('--fault <ids>', 'inject faults and run until they are seen', listOption)
    .option('--max-failures <n>', 'end with the n-th failure', integerOption('--max-failures', 1, MANY))
    .option('--gate <coverage=percent>', 'exit 3 below this coverage')
    .option('--dry-run', 'list the tests and run none')
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action(async (suite: string, options: RunOptionValues) => finish(await run(suite, options)));
  for (const option of ABSENT) command.addOption(option);
}

async function run(suite: string, options: RunOptionValues): Promise<ExitCode> {
  refuseAbsent('run', ABSENT, options);
  const request = runRequest(suite, options, new Date());
  const gate = coverageGate(options.gate);
  if (options.dryRun === true) return dryRun(request, options.json === true);
  const report = await watchedRun(request);
  writeFileSync(join(request.outDir, 'report.md'), runMarkdown(report));
  if (options.json === true) printJson(runDocument(report));
  else printResult(runText(report, colours(isLively(process.stdout))));
  return exitCode(report, gate);
}

async function watchedRun(request: RunRequest): Promise<RunReport> {
  const { signal, stop } = watchInterrupts();
  const progress = makeProgress(request);
  try {
    return await runSuite(request, { signal, onStart: progress.start, onProgress: progress.update });
  } finally {
    progress.stop();
    stop();
  }
}

function dryRun(request: RunRequest, json: boolean): ExitCode {
  const sequences = selectSequences(findSuite(request.suite), request.glob, request.overrides);
  const plan = planTests(request.seed, sequences);
  const count = Number.isFinite(request.count) ? request.count : findSuite(request.suite).count;
  const tests = Array.from({ length: count }, () => {
    const { sequence, index, seed } = plan.next().value;
    return { test: testId(sequence, index), seed };
  });
  if (json) printJson({ suite: request.suite, seed: formatSeed(request.seed), tests });
  else printResult(tests.map(({ test, seed }) => `${test}  ${seed}`).join('\n'));
  return EXIT.OK;
}

function exitCode({ tally, end, coverage }: RunReport, gate: number | undefined): ExitCode {
  if (end === 'interrupted') return EXIT.INTERRUPTED;
  if (tally.passed < tally.tests) return EXIT.FAILED;
  if (gate === undefined) return EXIT.OK;
  const { percent } = coverageSummary(coverage);
  if (percent >= gate) return EXIT.OK;
  printNote(`Coverage gate missed: ${percent.toFixed(2)} % is below ${gate} %`);
  return EXIT.GATE;
}
