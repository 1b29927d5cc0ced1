import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { packageVersion, readSeed, shellWord } from '../../base/basics/index.js';
import { writeWhole } from '../../base/output/index.js';
import {
  EXIT,
  type ExitCode,
  type Finish,
  integerOption,
  isInteractive,
  printJson,
  printNote,
  printResult,
  RESULTS,
} from '../../base/terminal/index.js';
import { colours } from '../../base/text/index.js';
import {
  JSON_OPTION,
  type LimitValues,
  PROGRAM_STATE_OPTION,
  SOURCE_CHIPS_OPTION,
  testLimits,
  testMemoryOption,
  testTimeOption,
  WORKERS_OPTION,
} from '../../harness/options/index.js';
import { readChipName } from '../../harness/programs/index.js';
import { pasteableCommand } from '../../harness/selection/index.js';
import { formatSeed, UsageError, visibleJson } from '../../transactions/index.js';
import { type CheckRepro, checkDocument } from './check-document.js';
import { checkFiles } from './check-files.js';
import type { UnreadableFile } from './check-inputs.js';
import type { ProgramVerdict } from './check-program.js';
import type { SarifInput } from './check-sarif.js';
import { checkSummary } from './check-summary.js';
import { programText } from './check-text.js';

const NOTES = `
Runs each program (each variant of a corpus record) on random scenes with random timing. Judges each run and every path
of the code. Compiles GLSL, HLSL and SPIR-V for each chip by RADV, without a GPU (docs/shader-authors.md). Also takes
corpus files, AMD ELF objects (PAL, Mesa, llc), assembly text and hexadecimal words; the latter two need a chip. Missing
state is programmed as by a correct driver, and listed as assumed.
Comments in a text may name its chip, its state and the expected findings ("; chip: navi21",
"; arg: s6 pops_collision_wave_id", "; expect: RACE-01"); the text then passes if it has exactly these findings
(docs/judging-shaders.md). Exits with 1 if a program fails, and with 2 if one could not be judged.

Examples:
  pops-tb check shader.frag --chip navi21,navi31
  pops-tb check shader.frag --chip navi31 -- -DLAYERS=4
  pops-tb check data/corpus/navi31-w64.json --only dual_source/navi31/w64/mono
  pops-tb check shader.o --state state.json --seeds 32
  pops-tb check shader.s --chip navi21
  pops-tb check examples/shaders --sarif check.sarif
  pops-tb check shader.s --chip navi21 --strict      also require a section, an overlap and compared memory
  pops-tb check shader.s --chip navi21 --seed 0x2 --workers 1 --json
  pops-tb check foreign.o --strict --test-time 10s --test-memory 512
`;

/** The file name that stands for stdout. */
const STDOUT = '-';

const MAX_SEEDS = 10_000;
const DEFAULT_SEED = '0xc4ec';

interface CheckValues extends LimitValues {
  readonly chip?: readonly string[];
  readonly driver?: string;
  readonly state?: string;
  readonly seeds: number;
  readonly seed: string;
  readonly only?: string;
  readonly workers?: number;
  readonly strict?: boolean;
  readonly json?: boolean;
  readonly sarif?: string;
}

/** Adds the arguments and options for `check`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument(
      '<files...>',
      'sources (GLSL .frag, .hlsl, .spv, .spvasm), corpus files, ELF objects, assembly text, hexadecimal words, or folders with these',
    )
    .addOption(SOURCE_CHIPS_OPTION)
    .addOption(PROGRAM_STATE_OPTION)
    .option(
      '--driver <file>',
      'Vulkan loader file that names the driver for compiling sources (default: the RADV of the system)',
    )
    .option('--seeds <n>', 'scenes per variant', integerOption('--seeds', { min: 1, max: MAX_SEEDS }), 8)
    .option('--seed <seed>', 'root seed', DEFAULT_SEED)
    .option('--only <id>', 'judge one program, by its id, or one of its runs: ID#VARIANT.SCENE')
    .addOption(WORKERS_OPTION)
    .option('--strict', 'fail a program that passes with a warning: no section, no overlap, a late access, …')
    .addOption(testTimeOption('all scenes of a program'))
    .addOption(testMemoryOption())
    .addOption(JSON_OPTION)
    .option('--sarif <file>', 'write the findings as SARIF 2.1.0; - is stdout')
    .addHelpText('after', NOTES)
    .action(async (files: string[], values: CheckValues) => finish(await check(files, values)));
}

async function check(operands: readonly string[], values: CheckValues): Promise<ExitCode> {
  checkOutputs(values);
  const isText = values.json !== true && values.sarif !== STDOUT;
  const { chip, state, driver, seeds, only, strict, json } = values;
  const [files, flags] = splitOperands(operands);
  const seed = formatSeed(readSeed(values.seed));
  const repro = createRepro(values, seed, flags);
  const colour = colours(isInteractive(RESULTS));
  const programs: ProgramVerdict[] = [];
  const unreadable: UnreadableFile[] = [];
  const verdicts = checkFiles({
    files,
    chips: (chip ?? []).map(readChipName),
    state,
    driver,
    flags,
    seeds,
    seed,
    only,
    strict,
    workers: values.workers ?? availableParallelism(),
    limits: testLimits(values),
    onUnreadable: (file) => {
      unreadable.push(file);
      printNote(file.reason);
    },
  });
  for await (const program of verdicts) {
    programs.push(program);
    if (isText) printResult(programText(program, repro, colour));
  }
  const document = checkDocument(programs, unreadable, repro);
  await writeSarif(values.sarif, {
    ...{ programs, unreadable, repro, strict: strict === true },
    ...{ version: packageVersion(), folder: process.cwd() },
  });
  if (json === true) printJson(document);
  else if (programs.length > 0) printNote(checkSummary(document));
  if (document.failed > 0) return EXIT.FAILED;
  return document.unsupported + unreadable.length > 0 ? EXIT.USAGE : EXIT.OK;
}

/** Throws if two documents would be written to stdout. */
function checkOutputs({ json, sarif }: CheckValues): void {
  if (json === true && sarif === STDOUT)
    throw new UsageError('Cannot use --json with --sarif -: both write to stdout; give --sarif a file');
}

async function writeSarif(file: string | undefined, input: SarifInput): Promise<void> {
  if (file === undefined) return;
  // This loads all rules, so it is imported on demand.
  const { sarifLog } = await import('./check-sarif.js');
  const log = sarifLog(input);
  if (file === STDOUT) printJson(log);
  else writeWhole(file, `${visibleJson(JSON.stringify(log, null, 2))}\n`);
}

/** Splits the operands into files and source compiler flags, which follow `--`. */
function splitOperands(
  operands: readonly string[],
): readonly [files: readonly string[], flags: readonly string[]] {
  const first = operands.findIndex((operand, i) => i > 0 && operand.startsWith('-'));
  return first < 0 ? [operands, []] : [operands.slice(0, first), operands.slice(first)];
}

function createRepro(
  { chip, state, driver }: CheckValues,
  seed: string,
  flags: readonly string[],
): CheckRepro {
  const options = [
    ...(chip === undefined ? [] : [`--chip ${chip.join(',')}`]),
    ...(state === undefined ? [] : [`--state ${shellWord(state)}`]),
    ...(driver === undefined ? [] : [`--driver ${shellWord(driver)}`]),
    ...(seed === formatSeed(readSeed(DEFAULT_SEED)) ? [] : [`--seed ${seed}`]),
  ];
  const flagWords = flags.length === 0 ? [] : ['--', ...flags.map(shellWord)];
  return ({ file, id }, variant, scene) =>
    pasteableCommand(
      'check',
      shellWord(file),
      ...options,
      `--only ${shellWord(`${id}#${variant}.${scene}`)}`,
      ...flagWords,
    );
}
