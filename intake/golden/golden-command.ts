import { type Command, Option } from 'commander';
import type { WaveSize } from '../../arch/index.js';
import { quoteShellWord, readSeed } from '../../harness/basics/index.js';
import {
  getTestLimits,
  JSON_OPTION,
  joinGlobs,
  KNOBS_OPTION,
  type LimitValues,
  makeListParser,
  makeTestMemoryOption,
  makeTestTimeOption,
  type OverrideStrings,
  readOverrides,
} from '../../harness/options/index.js';
import {
  EXIT,
  type ExitCode,
  type FinishCommand,
  getVerdictExitCode,
  isInteractive,
  printJson,
  printNote,
  printResult,
  RESULTS,
} from '../../harness/terminal/index.js';
import { makeColours } from '../../harness/text/index.js';
import { readGolden } from './golden-files.js';
import { countGolden, formatGolden } from './golden-text.js';
import { type GoldenResult, runGolden, selectGoldenCases, selectGoldenTargets } from './limited-golden.js';

/**
 * Builds the JSON report for a result. `violations` is the number of runs that had scoreboard violations, or hit a budget
 * or limit.
 */
function buildGoldenReport(result: GoldenResult) {
  const { cases, pixels, mismatches, byClass, findings } = result;
  return { cases, pixels, mismatches, byClass: Object.fromEntries(byClass), violations: findings.length };
}

const EXAMPLES = `
Examples:
  pops-tb golden data/golden                              all scenes, on one chip per generation
  pops-tb golden data/golden --chip navi31 --test 'fan'   one class on one chip
  pops-tb golden data/golden --chip navi21 --wave 32 --seed 0x2 --set storeLatency=300..2000 --json
  pops-tb golden scenes --test-time 10s --test-memory 512
`;

const PROGRESS_MS = 5000;
const DEFAULT_SEED = '0x601d';

interface GoldenValues extends Omit<OverrideStrings, 'fault'>, LimitValues {
  readonly wave?: '32' | '64';
  readonly test?: string;
  readonly seed: string;
  readonly json?: boolean;
}

/** Adds the arguments and options for `golden`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('<dir>', 'folder with cases.bin, manifest.json and expected.bin.gz')
    .option('--chip <names>', 'comma-separated chips (default: one per generation)', makeListParser('--chip'))
    .addOption(
      new Option('--wave <size>', 'wave size (default: the first supported one)').choices(['32', '64']),
    )
    .option('--test <globs>', 'only scenes whose class matches; comma-separated', joinGlobs)
    .option('--seed <seed>', 'seed of the timing choices', DEFAULT_SEED)
    .addOption(KNOBS_OPTION)
    .addOption(makeTestTimeOption('a scene on a chip'))
    .addOption(makeTestMemoryOption())
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, options: GoldenValues) => finish(await golden(folder, options)));
}

async function golden(folder: string, values: GoldenValues): Promise<ExitCode> {
  const { chips, knobs } = readOverrides(values);
  const wave = values.wave === undefined ? undefined : (Number(values.wave) as WaveSize);
  const targets = selectGoldenTargets(chips, wave);
  const seed = readSeed(values.seed);
  const cases = selectGoldenCases(readGolden(folder), values.test);
  const limits = getTestLimits(values);
  const result = await runGolden({ cases, targets, seed, knobs, limits }, makeProgressPrinter(cases.length));
  if (values.json === true) printJson(buildGoldenReport(result));
  else
    printResult(
      formatGolden(
        result,
        { folder, options: getTimingOptions(values) },
        makeColours(isInteractive(RESULTS)),
      ),
    );
  return getVerdictExitCode(countGolden(result), EXIT.USAGE);
}

/** Returns the non-default options that affect the scenes' timing. */
function getTimingOptions({ seed, set = [] }: GoldenValues): string[] {
  return [
    ...(seed === DEFAULT_SEED ? [] : [`--seed ${seed}`]),
    ...set.map((knob) => `--set ${quoteShellWord(knob)}`),
  ];
}

function makeProgressPrinter(cases: number): (done: number) => void {
  let shownAt = performance.now();
  return (done) => {
    const now = performance.now();
    if (now - shownAt < PROGRESS_MS) return;
    shownAt = now;
    printNote(`${done}/${cases} cases`);
  };
}
