import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { getPackageVersion, quoteShellWord, readSeed, today } from '../../harness/basics/index.js';
import {
  getTestLimits,
  JSON_OPTION,
  type LimitValues,
  makeTestMemoryOption,
  makeTestTimeOption,
  PROGRAM_STATE_OPTION,
  SOURCE_CHIPS_OPTION,
  WORKERS_OPTION,
} from '../../harness/options/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { readChipName } from '../../harness/programs/index.js';
import { readKnownIssues } from '../../harness/records/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import {
  EXIT,
  type ExitCode,
  type FinishCommand,
  getVerdictExitCode,
  isInteractive,
  makeIntegerOption,
  printJson,
  printNote,
  printResult,
  RESULTS,
} from '../../harness/terminal/index.js';
import { makeColours } from '../../harness/text/index.js';
import { escapeJson, formatSeed, UsageError } from '../../transactions/index.js';
import { buildCheckDocument, type CheckRepro } from './check-document.js';
import type { UnreadableFile } from './check-files.js';
import { checkFiles } from './check-files.js';
import type { ProgramVerdict } from './check-program.js';
import type { SarifInput } from './check-sarif.js';
import { PASS_WEAKNESSES } from './check-schema.js';
import { formatCheckSummary, formatProgramVerdict } from './check-text.js';

const NOTES = `
Runs each program (each variant of a corpus record) on random scenes with random timing. Checks every run and,
statically, every path through the code. Compiles GLSL, HLSL and SPIR-V for each chip with RADV, without a GPU
(docs/shader-authors.md). Also takes corpus files, AMD ELF objects (PAL, Mesa, llc), assembly text and hexadecimal
words; the last two need a chip. Missing state defaults to the values that a correct driver would program, listed as
"assumed". Comments in a source or text file may specify its chip, state and expected findings ("; chip: navi21",
"; arg: s6 pops_collision_wave_id", "; expect: RACE-01"); the program then passes only if it has exactly those findings
(docs/judging-shaders.md). Exits with 1 if a program fails, with 2 if one could not be checked, and with 3 if nothing of
one was compared (vacuous).

Examples:
  pops-tb check shader.frag --chip navi31 -- -DLAYERS=4
  pops-tb check docs/examples/shaders --sarif check.sarif --junit check.xml --known-issues known.json
  pops-tb check shader.s --chip navi21 --strict --isa
`;

/** The file name that means stdout. */
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
  readonly verbose?: boolean;
  readonly isa?: boolean;
  readonly json?: boolean;
  readonly sarif?: string;
  readonly junit?: string;
  readonly knownIssues?: string;
}

/** Adds the arguments and options for `check`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument(
      '<files...>',
      'sources (GLSL .frag, .hlsl, .spv, .spvasm), corpus files, ELF objects, assembly text, hexadecimal words, or folders of these',
    )
    .addOption(SOURCE_CHIPS_OPTION)
    .addOption(PROGRAM_STATE_OPTION)
    .option(
      '--driver <file>',
      'ICD manifest of the Vulkan driver that compiles sources (default: the system RADV)',
    )
    .option('--seeds <n>', 'scenes per variant', makeIntegerOption('--seeds', { min: 1, max: MAX_SEEDS }), 8)
    .option('--seed <seed>', 'root seed', DEFAULT_SEED)
    .option('--only <id>', 'check one program, or one run: ID#VARIANT.SCENE')
    .addOption(WORKERS_OPTION)
    .option('--strict', 'treat every warning (VIS, PERF, no section, no overlap, ...) as a failure')
    .option('--isa', 'also print the code and source around each finding')
    .option('--verbose', "also print arguments, coverage, and each finding's steps and repro line")
    .option('--known-issues <file>', 'JSON file of accepted findings, as for "run"')
    .addOption(makeTestTimeOption('all scenes of a program'))
    .addOption(makeTestMemoryOption())
    .addOption(JSON_OPTION)
    .option('--sarif <file>', 'write the findings as SARIF 2.1.0; use - for stdout')
    .option('--junit <file>', 'write a JUnit case per program, for CI servers')
    .addHelpText('after', NOTES)
    .action(async (files: string[], values: CheckValues) => finish(await check(files, values)));
}

async function check(operands: readonly string[], values: CheckValues): Promise<ExitCode> {
  checkOutputs(values);
  const isText = values.json !== true && values.sarif !== STDOUT;
  const { chip, state, driver, seeds, only, strict, json, verbose, junit, isa } = values;
  const knownIssues =
    values.knownIssues === undefined
      ? []
      : readKnownIssues(values.knownIssues, today(), Object.keys(PASS_WEAKNESSES));
  const [files, flags] = splitOperands(operands);
  const seed = formatSeed(readSeed(values.seed));
  const repro = createRepro(values, seed, flags);
  const colour = makeColours(isInteractive(RESULTS));
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
    knownIssues,
    isa,
    workers: values.workers ?? availableParallelism(),
    limits: getTestLimits(values),
    onUnreadable: (file) => {
      unreadable.push(file);
      printNote(file.reason);
    },
  });
  for await (const program of verdicts) {
    programs.push(program);
    if (isText) printResult(formatProgramVerdict(program, { repro, colour, isVerbose: verbose === true }));
  }
  const document = buildCheckDocument(programs, unreadable, repro);
  await writeSarif(values.sarif, {
    ...{ programs, unreadable, repro, strict: strict === true },
    ...{ version: getPackageVersion(), folder: process.cwd() },
  });
  if (junit !== undefined) {
    const { formatCheckJunit } = await import('./check-junit.js');
    writeAtomic(junit, formatCheckJunit({ programs, unreadable, repro, seed, folder: process.cwd() }));
  }
  if (json === true) printJson(document);
  else if (programs.length > 0) printNote(formatCheckSummary(document));
  const { passed, failed, unsupported, vacuous } = document;
  const unjudged = unsupported + unreadable.length;
  const partial = vacuous > 0 && unjudged === 0 ? EXIT.GATE : EXIT.USAGE;
  return getVerdictExitCode({ passed, failed, unjudged: unjudged + vacuous }, partial);
}

/** Throws if both JSON and SARIF would be written to stdout. */
function checkOutputs({ json, sarif }: CheckValues): void {
  if (json === true && sarif === STDOUT)
    throw new UsageError(
      'Cannot use --json with --sarif -: both write to stdout; pass a file name to --sarif',
    );
}

async function writeSarif(file: string | undefined, input: SarifInput): Promise<void> {
  if (file === undefined) return;
  // This loads all rules, so it is imported on demand.
  const { buildSarifLog } = await import('./check-sarif.js');
  const log = buildSarifLog(input);
  if (file === STDOUT) printJson(log);
  else writeAtomic(file, `${escapeJson(JSON.stringify(log, null, 2))}\n`);
}

/** Splits the operands into files and source compiler flags, which follow `--`. */
function splitOperands(
  operands: readonly string[],
): readonly [files: readonly string[], flags: readonly string[]] {
  const firstFlag = operands.findIndex((operand, i) => i > 0 && operand.startsWith('-'));
  return firstFlag < 0 ? [operands, []] : [operands.slice(0, firstFlag), operands.slice(firstFlag)];
}

function createRepro(
  { chip, state, driver }: CheckValues,
  seed: string,
  flags: readonly string[],
): CheckRepro {
  const options = [
    ...(chip === undefined ? [] : [`--chip ${chip.join(',')}`]),
    ...(state === undefined ? [] : [`--state ${quoteShellWord(state)}`]),
    ...(driver === undefined ? [] : [`--driver ${quoteShellWord(driver)}`]),
    ...(seed === formatSeed(readSeed(DEFAULT_SEED)) ? [] : [`--seed ${seed}`]),
  ];
  const flagWords = flags.length === 0 ? [] : ['--', ...flags.map(quoteShellWord)];
  return ({ file, id }, variant, scene) =>
    formatCommand(
      'check',
      quoteShellWord(file),
      ...options,
      `--only ${quoteShellWord(`${id}#${variant}.${scene}`)}`,
      ...flagWords,
    );
}
