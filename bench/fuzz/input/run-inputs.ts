import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatSeed, parseSeed } from '../../../transactions/index.js';
import { type CommandLineReport, runCommandLines } from '../lines/run-lines.js';
import { type CampaignState, openCampaign, runCampaign } from './campaign.js';
import { makeInputCase, prepareFolder, readAs } from './input-case.js';
import { collectValidInputs, makeSmallRun } from './valid-inputs.js';

const DEFAULT_STATE = 'out/fuzz/state.json';
const DEFAULT_SEED = '0x5eed';
const MINUTE_MS = 60_000;
/** Fraction of the time to spend on command lines. */
const LINES_FRACTION = 0.3;
/** Minimum number of command lines, even on a slow machine. */
const MIN_LINES = 20;
const MAX_PRINTED = 20;

/**
 * Fuzzes input files and command lines if the arguments request it. Returns the exit code, or undefined if they don't.
 */
export async function runInputs(args: readonly string[]): Promise<number | undefined> {
  const isRequested = args.some((arg) => /^--(?:minutes|input|line)(?:=|$)/.test(arg));
  if (!isRequested) return undefined;
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string' },
      input: { type: 'string' },
      line: { type: 'string' },
      seed: { type: 'string', default: DEFAULT_SEED },
      state: { type: 'string', default: DEFAULT_STATE },
    },
  });
  const parsed = parseSeed(values.seed);
  const minutes = Number(values.minutes ?? 0);
  const [input, line] = [Number(values.input ?? 0), Number(values.line ?? 0)];
  const areValid = [input, line].every((number) => Number.isSafeInteger(number) && number >= 0);
  if (!parsed.ok || !(minutes >= 0) || !areValid) {
    console.error(
      'Invalid arguments: --minutes, --input and --line take numbers, and --seed 0x followed by hex digits',
    );
    return 2;
  }
  if (values.line !== undefined)
    return reportLines(parsed.seed, await runCommandLines(parsed.seed, line, { endLine: line + 1 }));
  if (values.input !== undefined) return runSingleInput(parsed.seed, input);
  const state = openCampaign(values.state, parsed.seed);
  const ms = minutes * MINUTE_MS;
  const firstLine = state.lines ?? 0;
  const lines = await runCommandLines(state.seed, firstLine, {
    time: performance.now() + LINES_FRACTION * ms,
    minLine: firstLine + MIN_LINES,
  });
  state.lines = lines.next;
  await runCampaign(state, values.state, (1 - LINES_FRACTION) * ms);
  return Math.max(reportLines(state.seed, lines), reportState(state));
}

/** Runs a single input on this thread. */
async function runSingleInput(seed: CampaignState['seed'], number: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-fuzz-one-'));
  const inputs = collectValidInputs(makeSmallRun());
  prepareFolder(folder, inputs);
  const [reader, bytes] = makeInputCase(seed, number, inputs);
  console.log(
    `input ${number}: ${reader.kind}, ${bytes.length} bytes in ${join(folder, reader.kind, reader.file)}`,
  );
  const start = performance.now();
  const outcome = await readAs(reader, bytes, folder);
  console.log(`${outcome} in ${Math.ceil(performance.now() - start)} ms`);
  rmSync(folder, { recursive: true });
  return 0;
}

function reportLines(seed: CampaignState['seed'], { next, codes, broken }: CommandLineReport): number {
  for (const [code, count] of Object.entries(codes))
    console.log(`${String(count).padStart(10)}  lines: exit code ${code}`);
  for (const { number, words, problem } of broken) {
    console.error(`line ${number}: pops-tb ${JSON.stringify(words)}: ${problem}`);
    console.error(`Reproduce with: npm run fuzz -- --line ${number} --seed ${formatSeed(seed)}`);
  }
  console.log(
    `${next} command lines: ${broken.length === 0 ? 'none exited with 4' : `${broken.length} findings`}`,
  );
  return broken.length === 0 ? 0 : 1;
}

function reportState({ seed, next, counts, broken }: CampaignState): number {
  for (const [outcome, count] of Object.entries(counts).sort())
    console.log(`${String(count).padStart(10)}  ${outcome}`);
  for (const { number, why } of broken.slice(0, MAX_PRINTED)) {
    console.error(`input ${number}: ${why}`);
    console.error(`Reproduce with: npm run fuzz -- --input ${number} --seed ${formatSeed(seed)}`);
  }
  console.log(
    `${next} inputs with seed ${formatSeed(seed)}: ${broken.length === 0 ? 'each was read, or rejected with a one-line error' : `${broken.length} findings`}`,
  );
  return broken.length === 0 ? 0 : 1;
}
