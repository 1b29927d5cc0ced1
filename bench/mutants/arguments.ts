import { parseArgs } from 'node:util';
import { freshSeed } from '../../regression/index.js';
import { formatSeed } from '../../transactions/index.js';
import type { ModelRequest } from './model/main.js';
import { mutableFiles, unitOfFile } from './model/units.js';

/** Options for the mutants of programs. */
export interface ProgramRequest {
  readonly sample: number | undefined;
  readonly scenes: number;
  /** Keep the table in `bench/results/mutants.json`. */
  readonly write: boolean;
}

/**
 * What `npm run mutants` is asked for: mutants of programs or of the model, what kept results say of the rules, the killer of
 * one statement, or new killers for statements that have lost theirs.
 */
export type Request =
  | ({ readonly kind: 'programs' } & ProgramRequest)
  | ({ readonly kind: 'model' } & ModelRequest)
  | { readonly kind: 'rules' }
  | { readonly kind: 'statement'; readonly id: string }
  | { readonly kind: 'statements' };

export const USAGE = `Usage: npm run mutants -- [--sample PROGRAMS] [--scenes N] [--write]
       npm run mutants -- --model [--sample MUTANTS | --fresh MUTANTS] [--unit UNIT]... [--tests N] [--seed SEED] [--random-only] [--write]
       npm run mutants -- --rules
       npm run mutants -- --statement ID
       npm run mutants -- --statements`;

const DEFAULT_SCENES = 8;

/** A sample that takes some minutes, and the pool that its tests come from. */
const MODEL_DEFAULTS = { sample: 300, tests: 500, seed: '0x5eed' };

/** Tests of smoke for a fresh sample, beside those that kill the faults and the cells of the matrix. */
const FRESH_TESTS = 60;

const OPTIONS = {
  model: { type: 'boolean', default: false },
  rules: { type: 'boolean', default: false },
  statement: { type: 'string' },
  statements: { type: 'boolean', default: false },
  sample: { type: 'string' },
  fresh: { type: 'string' },
  scenes: { type: 'string' },
  unit: { type: 'string', multiple: true },
  tests: { type: 'string' },
  seed: { type: 'string' },
  'random-only': { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** Reads the arguments; a string says what is wrong with them. */
export function parseRequest(args: readonly string[]): Request | string {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    if (values.rules) return { kind: 'rules' };
    if (values.statements) return { kind: 'statements' };
    if (values.statement !== undefined) return { kind: 'statement', id: values.statement };
    return values.model ? modelRequest(values) : programRequest(values);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function programRequest(values: Values): Request {
  return {
    kind: 'programs',
    sample: values.sample === undefined ? undefined : countOf('--sample', values.sample),
    scenes: countOf('--scenes', values.scenes ?? String(DEFAULT_SCENES)),
    write: values.write,
  };
}

function modelRequest({ unit: units = [], write, ...values }: Values): Request {
  if (values.fresh !== undefined) refuseWithFresh({ ...values, write });
  for (const unit of units) refuseUnknownUnit(unit);
  const { fresh } = values;
  const { sample, tests, seed } = MODEL_DEFAULTS;
  return {
    kind: 'model',
    seed: values.seed ?? (fresh === undefined ? seed : formatSeed(freshSeed())),
    sample: countOf(fresh === undefined ? '--sample' : '--fresh', fresh ?? values.sample ?? String(sample)),
    fresh: fresh !== undefined,
    pool: countOf('--tests', values.tests ?? String(fresh === undefined ? tests : FRESH_TESTS)),
    units,
    unitTests: !values['random-only'],
    write,
  };
}

function refuseUnknownUnit(unit: string): void {
  const units = [...new Set(mutableFiles().map(unitOfFile))];
  if (!units.includes(unit))
    throw new Error(`Invalid --unit: expected one of ${units.join(' ')}, got ${unit}`);
}

/** A fresh sample is of all mutants, and no one goes on from it. */
function refuseWithFresh(values: Pick<Values, 'sample' | 'write'>): void {
  const other = (['sample', 'write'] as const).find((option) => values[option]);
  if (other !== undefined) throw new Error(`--fresh and --${other} exclude each other`);
}

function countOf(option: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new Error(`Invalid ${option}: expected 1 or more, got ${text}`);
}
