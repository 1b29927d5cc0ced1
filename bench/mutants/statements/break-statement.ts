import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChipName } from '../../../arch/index.js';
import { killingRules } from '../../../closure/qualify/index.js';
import { type Breaker, STRUCTURE_RULE } from '../../../closure/testplan/index.js';
import { generateTest, runScenarioTest, type TestResult } from '../../../harness/one-test/index.js';
import type { Model } from '../../../harness/records/index.js';
import { chipsFor, findSequence, NO_OVERRIDES } from '../../../harness/selection/index.js';
import type { Corpus, Sequence } from '../../../stimulus/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { PatchedModules, sourceOf } from '../patched-modules.js';
import { brokenSource, type Mutation, type Patch } from './mutant-of.js';

/** A broken device that is still busy after this many cycles is hung. */
const CYCLES_MAX = 2_000_000;

/** A breaker, ready to run: the model, the sequences and the fault to use. */
export interface Broken {
  readonly faults: Extract<Breaker, { readonly fault: unknown }>['fault'][];
  readonly model?: Model;
  readonly sequenceOf: (name: string) => Sequence;
}

/** The result of a test with a statement broken. */
export interface BrokenOutcome {
  readonly scenario: Scenario;
  /**
   * The rules that fired as errors or, if there are none, the rules that fired as warnings only because of
   * the breaker; `structure` for a structural check.
   */
  readonly rules: readonly string[];
  /** The message of the structural checks. */
  readonly message: string;
}

/** Applies a breaker and loads the changed code, or returns its fault. */
export async function prepare(breaker: Breaker): Promise<Broken> {
  if ('fault' in breaker) return { faults: [breaker.fault], sequenceOf: findSequence };
  const room = await loadBrokenRoom(breaker);
  if (roomOf(breaker) === 'rtl-model') return { faults: [], model: room as Model, sequenceOf: findSequence };
  const { SEQUENCES, matrixSequence } = room as typeof import('../../../stimulus/index.js');
  const sequenceOf = (name: string): Sequence => {
    const found = SEQUENCES.find((sequence) => sequence.name === name) ?? matrixSequence(name);
    if (found === undefined) throw new Error(`The patched stimulus has no test ${name}.`);
    return found;
  };
  return { faults: [], sequenceOf };
}

function roomOf({ file }: Patch | Mutation): string {
  return file.slice(0, file.indexOf('/'));
}

/** Loads the index of the changed module's top-level folder, with the change in place. */
export async function loadBrokenRoom(breaker: Patch | Mutation): Promise<unknown> {
  const module = `${breaker.file}.js`;
  const folder = mkdtempSync(join(tmpdir(), 'pops-statements-'));
  try {
    const load = new PatchedModules(folder).with(
      new Map([[module, brokenSource(sourceOf(module), breaker)]]),
    );
    return await load(`${roomOf(breaker)}/index.js`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Runs one test with a breaker, ending early once all the given rules have fired. Returns undefined if none
 * of the test's chips can have the fault.
 */
export function runBroken(
  broken: Broken,
  test: { readonly sequence: string; readonly seed: string; readonly chips: readonly ChipName[] },
  rules: readonly string[],
  corpus: Corpus,
): BrokenOutcome | undefined {
  const { faults, model, sequenceOf } = broken;
  const sequence = sequenceOf(test.sequence);
  const overrides = { ...NO_OVERRIDES, faults, chips: test.chips };
  if (chipsFor(sequence, overrides).length === 0) return undefined;
  const request = { sequence, seed: test.seed, overrides, corpus };
  const scenario = generateTest(request);
  let result: TestResult;
  try {
    const endsAt = whenAllFired(rules);
    result = runScenarioTest(scenario, {
      cycles: CYCLES_MAX,
      endsAt,
      ...(model === undefined ? {} : { model }),
    });
  } catch {
    // The changed model threw an error, so no rule detected anything.
    return { scenario, rules: [], message: '' };
  }
  const { finding, verdict } = result;
  if (finding?.rule === STRUCTURE_RULE)
    return { scenario, rules: [STRUCTURE_RULE], message: finding.message ?? '' };
  const errors = verdict.violations.filter(({ severity }) => severity === 'error');
  // Errors are conclusive. Warnings need a comparison with a run without the fault.
  if (errors.length > 0 || faults.length === 0)
    return { scenario, rules: [...new Set(errors.map(({ rule }) => rule))], message: '' };
  return { scenario, rules: killingRules(request, result), message: '' };
}

function whenAllFired(rules: readonly string[]): (rule: string) => boolean {
  const silent = new Set(rules);
  return (rule) => silent.delete(rule) && silent.size === 0;
}
