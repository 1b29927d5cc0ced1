import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openCorpus } from '../../harness/programs/index.js';
import { formatSeed, parseSeed } from '../../transactions/index.js';
import { type FuzzRequest, fuzz } from './fuzz.js';
import { runInputs } from './input/run-inputs.js';

const USAGE =
  'Usage: npm run fuzz -- [--seed 0x…] [--count WORDS] [--only words:N|program:N|scenario:N|trace:N]\n       npm run fuzz -- --minutes N [--seed 0x…] [--state FILE] | --input N|--line N [--seed 0x…]';
const DEFAULT_COUNT = 1_000_000;

function parseRequest(args: readonly string[]): FuzzRequest | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seed: { type: 'string', default: `0x${randomBytes(8).toString('hex')}` },
        count: { type: 'string', default: String(DEFAULT_COUNT) },
        only: { type: 'string' },
      },
    });
    const parsed = parseSeed(values.seed);
    if (!parsed.ok) return parsed.error;
    const count = Number(values.count);
    if (!Number.isSafeInteger(count) || count < 1) {
      return `Invalid --count: expected 1 or more, got ${values.count}`;
    }
    const { only } = values;
    if (only !== undefined && !/^(words|program|scenario|trace):\d+$/.test(only)) {
      return `Invalid --only: expected words:N, program:N, scenario:N or trace:N, got ${only}`;
    }
    return { seed: parsed.seed, count, ...(only === undefined ? {} : { only }) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function run(request: FuzzRequest): void {
  const seed = formatSeed(request.seed);
  console.log(`fuzz with seed ${seed}`);
  const { tally, words, otherCases, failure } = fuzz(request, openCorpus());
  console.log(tally.format());
  if (failure === undefined) {
    console.log(`${words} words and ${otherCases} programs, scenarios and traces: all had expected outcomes`);
    return;
  }
  const { name, error, reproCommand } = failure;
  console.error(`${name} crashed with seed ${seed}: ${error instanceof Error ? error.stack : error}`);
  console.error(`Reproduce with: ${reproCommand}`);
  process.exitCode = 1;
}

const args = process.argv.slice(2);
const inputExitCode = await runInputs(args);
const request = inputExitCode === undefined ? parseRequest(args) : undefined;
if (request === undefined) process.exitCode = inputExitCode;
else if (typeof request === 'string') {
  console.error(`${request}\n${USAGE}`);
  process.exitCode = 2;
} else {
  run(request);
}
