import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChipName } from '../../../arch/index.js';
import { findKillingRules } from '../../../closure/qualify/index.js';
import { type Breaker, STRUCTURE_RULE } from '../../../closure/testplan/index.js';
import { generateTest, runScenarioTest, type TestResult } from '../../../harness/one-test/index.js';
import type { Model } from '../../../harness/records/index.js';
import { findSequence, NO_OVERRIDES, selectChips } from '../../../harness/selection/index.js';
import type { Corpus, Sequence } from '../../../stimulus/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { PatchedModules, readCompiled } from '../patched-modules.js';
import { breakSource, type Mutation, type Patch } from './find-mutant.js';

/** A broken device counts as hung if it is still busy after this many cycles. */
const MAX_CYCLES = 2_000_000;

/** A breaker that is ready to run: the fault, model and sequences to use. */
export interface PreparedBreaker {
  readonly faults: Extract<Breaker, { readonly fault: unknown }>['fault'][];
  readonly model?: Model;
  readonly getSequence: (name: string) => Sequence;
}

/** The result of running a test with a breaker applied. */
export interface BrokenOutcome {
  readonly scenario: Scenario;
  /**
   * The rules that fired with severity `error` or, if none did, those that the breaker caused to fire as warnings.
   * Contains just `structure` if a structural check failed.
   */
  readonly rules: readonly string[];
  /** The message from the failed structural check, or an empty string. */
  readonly message: string;
}

/** Prepares a breaker to be run. Loads the changed code if the breaker changes code. */
export async function prepareBreaker(breaker: Breaker): Promise<PreparedBreaker> {
  if ('fault' in breaker) return { faults: [breaker.fault], getSequence: findSequence };
  const folderIndex = await loadBrokenIndex(breaker);
  if (getTopFolder(breaker) === 'rtl-model')
    return { faults: [], model: folderIndex as Model, getSequence: findSequence };
  const { SEQUENCES, findMatrixSequence } = folderIndex as typeof import('../../../stimulus/index.js');
  const getSequence = (name: string): Sequence => {
    const found = SEQUENCES.find((sequence) => sequence.name === name) ?? findMatrixSequence(name);
    if (found === undefined) throw new Error(`The patched stimulus does not contain a test named ${name}.`);
    return found;
  };
  return { faults: [], getSequence };
}

function getTopFolder({ file }: Patch | Mutation): string {
  return file.slice(0, file.indexOf('/'));
}

/** Loads the index of the top-level folder that contains the changed module, with the change applied. */
export async function loadBrokenIndex(breaker: Patch | Mutation): Promise<unknown> {
  const module = `${breaker.file}.js`;
  const folder = mkdtempSync(join(tmpdir(), 'pops-statements-'));
  try {
    const load = new PatchedModules(folder).with(
      new Map([[module, breakSource(readCompiled(module), breaker)]]),
    );
    return await load(`${getTopFolder(breaker)}/index.js`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Runs a test with a breaker, ending the test early once all the given rules have fired. Returns undefined if the
 * fault cannot occur on any of the test's chips.
 */
export function runBroken(
  breaker: PreparedBreaker,
  test: { readonly sequence: string; readonly seed: string; readonly chips: readonly ChipName[] },
  rules: readonly string[],
  corpus: Corpus,
): BrokenOutcome | undefined {
  const { faults, model, getSequence } = breaker;
  const sequence = getSequence(test.sequence);
  const overrides = { ...NO_OVERRIDES, faults, chips: test.chips };
  if (selectChips(sequence, overrides).length === 0) return undefined;
  const request = { sequence, seed: test.seed, overrides, corpus };
  const scenario = generateTest(request);
  let result: TestResult;
  try {
    const shouldStop = createEndCondition(rules);
    result = runScenarioTest(scenario, {
      cycles: MAX_CYCLES,
      shouldStopAt: shouldStop,
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
  // Errors are conclusive, but warnings must be compared with a run without the fault.
  if (errors.length > 0 || faults.length === 0)
    return { scenario, rules: [...new Set(errors.map(({ rule }) => rule))], message: '' };
  return { scenario, rules: findKillingRules(request, result), message: '' };
}

function createEndCondition(rules: readonly string[]): (rule: string) => boolean {
  const pending = new Set(rules);
  return (rule) => pending.delete(rule) && pending.size === 0;
}
