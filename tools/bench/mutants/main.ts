import { parseArgs } from 'node:util';
import { generateSeed } from '../../../harness/basics/index.js';
import { formatSeed } from '../../../transactions/index.js';
import { type ActivationRequest, printActivation } from './activation.js';
import { getUnit, listMutableFiles } from './modules.js';
import { printKiller, updateKillers } from './statements.js';

const USAGE = `Usage: npm run mutants -- --model [--count TESTS] [--sample MUTANTS] [--seed SEED] [--unit UNIT]...
       npm run mutants -- --statement ID | --statements`;

/** Default number of mutants to run tests on, which takes several minutes. */
const DEFAULT_SAMPLE = 300;

/** Default number of nightly tests, which take several minutes. */
const DEFAULT_COUNT = 1_000;

const OPTIONS = {
  model: { type: 'boolean', default: false },
  count: { type: 'string' },
  statement: { type: 'string' },
  statements: { type: 'boolean', default: false },
  sample: { type: 'string' },
  unit: { type: 'string', multiple: true, default: [] as string[] },
  seed: { type: 'string' },
} as const;

type Values = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS }).values;
}

/** Builds a request. The seed is random by default. Throws an error with a one-line message if a value is invalid. */
function buildRequest({ sample, count, unit: units, seed }: Values): ActivationRequest {
  const knownUnits = [...new Set(listMutableFiles().map(getUnit))];
  const unknownUnit = units.find((unit) => !knownUnits.includes(unit));
  if (unknownUnit !== undefined)
    throw new Error(`Invalid --unit: expected one of ${knownUnits.join(' ')}, got ${unknownUnit}`);
  return {
    seed: seed ?? formatSeed(generateSeed()),
    sample: parseCount('sample', sample) ?? DEFAULT_SAMPLE,
    count: parseCount('count', count) ?? DEFAULT_COUNT,
    units,
  };
}

function parseCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new Error(`Invalid --${option}: expected a positive integer, got ${text}`);
}

/** Runs the requested check. Returns false if a result is below its floor. */
async function run(values: Values): Promise<boolean> {
  if (values.statement !== undefined) return await printKiller(values.statement);
  if (values.statements) return await updateKillers();
  if (values.model) return await printActivation(buildRequest(values));
  throw new Error('Expected --model, --statement or --statements');
}

try {
  if (!(await run(readOptions(process.argv.slice(2))))) process.exitCode = 1;
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 2;
}
