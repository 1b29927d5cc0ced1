import { type Command, Option } from 'commander';
import type { WaveSize } from '../../arch/index.js';
import { readSeed, shellWord } from '../../base/basics/index.js';
import { checkOutFile } from '../../base/output/index.js';
import {
  EXIT,
  type ExitCode,
  type Finish,
  isInteractive,
  printJson,
  printNote,
  printResult,
  RESULTS,
} from '../../base/terminal/index.js';
import { colours } from '../../base/text/index.js';
import {
  JSON_OPTION,
  joinGlobs,
  KNOBS_OPTION,
  type LimitValues,
  makeListParser,
  type OverrideStrings,
  readOverrides,
  testLimits,
  testMemoryOption,
  testTimeOption,
} from '../../harness/options/index.js';
import { goldenDocument } from './golden-document.js';
import { readGolden, writeGoldenBuffers } from './golden-files.js';
import { goldenText } from './golden-text.js';
import { goldenTargets, runGolden, selectGolden } from './limited-golden.js';

const EXAMPLES = `
Examples:
  pops-tb golden data/golden                              all scenes, on one chip per generation
  pops-tb golden data/golden --chip navi31 --test 'fan'   one class on one chip
  pops-tb golden scenes --chip navi21 --write out.bin.gz  the model's results for your own scenes
  pops-tb golden data/golden --chip navi21 --wave 32 --seed 0x2 --set storeLatency=300..2000 --json
  pops-tb golden scenes --test-time 10s --test-memory 512
`;

const PROGRESS_MS = 5000;
const DEFAULT_SEED = '0x601d';

interface GoldenValues extends Omit<OverrideStrings, 'fault'>, LimitValues {
  readonly wave?: '32' | '64';
  readonly test?: string;
  readonly write?: string;
  readonly seed: string;
  readonly json?: boolean;
}

/** Adds the arguments and options of `golden`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('<dir>', 'folder with cases.bin, manifest.json and expected.bin.gz')
    .option('--chip <names>', 'comma-separated chips (default: one per generation)', makeListParser('--chip'))
    .addOption(
      new Option('--wave <size>', 'wave size (default: the first of the chip)').choices(['32', '64']),
    )
    .option('--test <globs>', 'only scenes whose class matches; comma-separated', joinGlobs)
    .option(
      '--write <file>',
      "write the first chip's buffers in the format of expected.bin; a name ending in .gz compresses them",
    )
    .option('--seed <seed>', 'seed of the timing choices', DEFAULT_SEED)
    .addOption(KNOBS_OPTION)
    .addOption(testTimeOption('a scene on a chip'))
    .addOption(testMemoryOption())
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, options: GoldenValues) => finish(await golden(folder, options)));
}

async function golden(folder: string, values: GoldenValues): Promise<ExitCode> {
  const { chips, knobs } = readOverrides(values);
  const wave = values.wave === undefined ? undefined : (Number(values.wave) as WaveSize);
  const targets = goldenTargets(chips, wave);
  const seed = readSeed(values.seed);
  const cases = selectGolden(readGolden(folder, values.write === undefined), values.test);
  const buffers: Uint32Array[] = [];
  // Report an unwritable file before the long run.
  if (values.write !== undefined) checkOutFile(values.write);
  const progress = progressNotes(cases.length);
  const result = await runGolden(
    { cases, targets, seed, knobs, limits: testLimits(values) },
    {
      onCase: (done, words) => {
        if (values.write !== undefined) buffers.push(words);
        progress(done);
      },
    },
  );
  if (values.write !== undefined) writeGoldenBuffers(values.write, buffers);
  if (values.json === true) printJson(goldenDocument(result));
  else
    printResult(
      goldenText(result, { folder, options: timingOptions(values) }, colours(isInteractive(RESULTS))),
    );
  return result.mismatches === 0 && result.findings.length === 0 ? EXIT.OK : EXIT.FAILED;
}

/** Returns the non-default options that affect the scenes' timing. */
function timingOptions({ seed, set = [] }: GoldenValues): string[] {
  return [
    ...(seed === DEFAULT_SEED ? [] : [`--seed ${seed}`]),
    ...set.map((knob) => `--set ${shellWord(knob)}`),
  ];
}

/** Returns a function that prints the number of completed cases every few seconds. */
function progressNotes(cases: number): (done: number) => void {
  let shownAt = performance.now();
  return (done) => {
    const now = performance.now();
    if (now - shownAt < PROGRESS_MS) return;
    shownAt = now;
    printNote(`${done}/${cases} cases`);
  };
}
