import { parseArgs } from 'node:util';
import { generateSeed } from '../../base/basics/index.js';
import { formatSeed } from '../../transactions/index.js';
import { reportConditions } from './conditions/main.js';
import { type ModelRequest, runModelMutants } from './model/main.js';
import { getUnit, listMutableFiles } from './model/units.js';
import { runProgramMutants } from './programs/run.js';
import { computeSoleFraction, formatSoleKills, readSoleKills } from './sole-killers.js';
import { printKiller, updateKillers } from './statements/killers.js';

const USAGE = `Usage: npm run mutants -- [--sample PROGRAMS] [--write]
       npm run mutants -- --model [--sample MUTANTS] [--seed SEED] [--unit UNIT]... [--write]
       npm run mutants -- --conditions [--sample TESTS] [--seed SEED] [--unit UNIT]...
       npm run mutants -- --rules | --statement ID | --statements`;

/** Default number of model mutants. A run with this many takes several minutes. */
const DEFAULT_SAMPLE = 300;

/** Default number of clean tests to run when reporting conditions. */
const DEFAULT_TESTS = 5000;

/** Minimum fraction of rules that must be the sole detector of at least one fault or mutant (goals.md, C9). */
const SOLE_FLOOR = 0.6;

const OPTIONS = {
  conditions: { type: 'boolean', default: false },
  model: { type: 'boolean', default: false },
  rules: { type: 'boolean', default: false },
  statement: { type: 'string' },
  statements: { type: 'boolean', default: false },
  sample: { type: 'string' },
  unit: { type: 'string', multiple: true, default: [] as string[] },
  seed: { type: 'string' },
  write: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS }).values;
}

/**
 * Builds a request for model mutants or conditions. The seed is random by default. Throws an error with a
 * one-line message if a value is invalid.
 */
function buildModelRequest(
  { sample, unit: units, seed, write }: Values,
  defaultSample = DEFAULT_SAMPLE,
): ModelRequest {
  const knownUnits = [...new Set(listMutableFiles().map(getUnit))];
  const unknownUnit = units.find((unit) => !knownUnits.includes(unit));
  if (unknownUnit !== undefined)
    throw new Error(`Invalid --unit: expected one of ${knownUnits.join(' ')}, got ${unknownUnit}`);
  return {
    seed: seed ?? formatSeed(generateSeed()),
    sample: parseSample(sample) ?? defaultSample,
    units,
    write,
  };
}

function parseSample(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new Error(`Invalid --sample: expected a positive integer, got ${text}`);
}

/** Runs the requested check. Returns false if the result is below its floor. */
async function run(values: Values): Promise<boolean> {
  if (values.rules) {
    console.log(formatSoleKills(readSoleKills()));
    return computeSoleFraction(readSoleKills()) >= SOLE_FLOOR;
  }
  if (values.statement !== undefined) return await printKiller(values.statement);
  if (values.statements) return await updateKillers();
  if (values.conditions) return await reportConditions(buildModelRequest(values, DEFAULT_TESTS));
  if (values.model) return await runModelMutants(buildModelRequest(values));
  return runProgramMutants(parseSample(values.sample), values.write);
}

try {
  if (!(await run(readOptions(process.argv.slice(2))))) process.exitCode = 1;
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 2;
}
