import type { Command } from 'commander';
import { quoteShellWord } from '../../harness/basics/index.js';
import {
  getTestLimits,
  type LimitValues,
  makeTestMemoryOption,
  makeTestTimeOption,
  PROGRAM_CHIP_OPTION,
  PROGRAM_STATE_OPTION,
} from '../../harness/options/index.js';
import { readChipName } from '../../harness/programs/index.js';
import { sortForExplanation } from '../../harness/records/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import {
  EXIT,
  type ExitCode,
  type FinishCommand,
  getVerdictExitCode,
  isInteractive,
  printJson,
  printNote,
  STDERR,
} from '../../harness/terminal/index.js';
import { formatViolation, makeColours } from '../../harness/text/index.js';
import { callWithLimits } from '../../harness/workers/index.js';
import { formatEvidence, formatWeakness } from '../check/evidence-text.js';
import type { ExecRequest, ExecResult } from './exec.js';

/** Builds the JSON document for a result. The memory objects are in full, by binding name. */
function buildExecDocument(result: ExecResult) {
  const { verdict, reason, violations, value, weaknesses, memory, attachments } = result;
  return {
    verdict,
    ...(reason === undefined ? {} : { reason }),
    violations,
    value,
    warnings: weaknesses,
    memory: toBase64(memory),
    attachments: toBase64(attachments),
  };
}

function toBase64(objects: ReadonlyMap<string, Uint8Array>) {
  const entries = [...objects].map(([name, bytes]) => [
    name,
    { base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64') },
  ]);
  return Object.fromEntries(entries);
}

const ABOUT = `
Prints as JSON the verdict, the violations, and the final contents of the colour buffers (color0, ...), depth buffer and
every memory object that the program's descriptors refer to. Colour and depth buffers are stored row by row, with the
samples of each pixel next to each other. Runs the variant whose sample count matches the scene's. Takes the same files
as "check" except shader sources. Missing state gets a correct driver's values, listed on stderr with coverage.

Examples:
  pops-tb exec data/corpus/navi21-w64.json --record rmw_buffer/navi21/w64/mono --scene scene.json
  pops-tb exec shader.o --state state.json --scene scene.json
  pops-tb exec shader.s --chip navi21 --state state.json --scene scene.json
  pops-tb exec shader.o --state state.json --scene scene.json --json > memory.json
  pops-tb exec shader.s --scene scene.json --strict  also fail on warnings, such as no section or no overlap
  pops-tb exec shader.s --chip navi21 --scene scene.json --test-time 10s --test-memory 512
`;

interface ExecValues extends LimitValues {
  readonly record?: string;
  readonly state?: string;
  readonly chip?: string;
  readonly scene: string;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** Adds the arguments and options for `exec`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('<file>', 'corpus file, ELF object, assembly text, hexadecimal words or driver dump')
    .option('--record <id>', 'id of the program to run, if the file contains several')
    .addOption(PROGRAM_CHIP_OPTION)
    .addOption(PROGRAM_STATE_OPTION)
    .requiredOption('--scene <file>', 'JSON file with primitives, attributes, push constants and memory')
    .option('--strict', 'also fail on every warning (VIS, PERF, no section, no overlap, nothing compared)')
    .addOption(makeTestTimeOption('the program'))
    .addOption(makeTestMemoryOption())
    .option('--json', 'print only the document, without notes on stderr')
    .addHelpText('after', ABOUT)
    .action(async (file: string, values: ExecValues) => finish(await exec(file, values)));
}

async function exec(file: string, values: ExecValues): Promise<ExitCode> {
  const { record, state, scene, strict, json } = values;
  const chip = values.chip === undefined ? undefined : readChipName(values.chip);
  const request = { file, record, state, chip, scene, strict };
  const counts = { passed: 0, failed: 0, unjudged: 0 };
  const calls = callWithLimits<Omit<ExecRequest, 'corpus'>, ExecResult>(
    'intake/exec/exec-worker.js',
    [request],
    getTestLimits(values),
  );
  for await (const result of calls) {
    if ('lost' in result) {
      counts.unjudged++;
      printJson({ verdict: 'unsupported', reason: result.lost });
      if (json !== true) printNote(`UNSUPPORTED  ${file}: ${result.lost}`);
      continue;
    }
    const { value } = result;
    printJson(buildExecDocument(value));
    if (json !== true) printNote(formatSummary(value, createRepro(file, values)));
    const isJudged = value.verdict !== 'unsupported';
    counts[isJudged ? (value.verdict === 'pass' ? 'passed' : 'failed') : 'unjudged']++;
  }
  return getVerdictExitCode(counts, EXIT.USAGE);
}

function createRepro(file: string, { record, state, chip, scene, strict }: ExecValues): string {
  const options = Object.entries({ record, chip, state, scene }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${quoteShellWord(value)}`],
  );
  return formatCommand('exec', quoteShellWord(file), ...options, ...(strict === true ? ['--strict'] : []));
}

/**
 * Formats the verdict, anything that weakens a pass, and the first error, or the first warning if there is no error.
 * The document contains all of them.
 */
function formatSummary(result: ExecResult, repro: string): string {
  const { verdict, reason, violations, scenario, assumed, value, weaknesses } = result;
  const colour = makeColours(isInteractive(STDERR));
  const lines = [
    `${verdict.toUpperCase()}  ${scenario.name}`,
    ...weaknesses.map((weakness) => formatWeakness(weakness, colour)),
  ];
  lines.push(...assumed.map((assumption) => `assumed: ${assumption}`));
  if (reason !== undefined) lines.push(reason);
  for (const line of formatEvidence(value)) lines.push(colour.dim(line));
  const [first] = sortForExplanation(violations);
  if (first !== undefined) {
    lines.push(formatViolation(first, repro, colour));
    if (violations.length > 1)
      lines.push(`first of ${violations.length} violations; the document on stdout lists them all`);
  }
  return lines.join('\n');
}
