import type { OwnCovergroup } from '../../coverage/index.js';
import type { ProgramDefinition, SuiteTests, UserSequence } from '../../stimulus/index.js';
import type { OwnFault, OwnId, RuleDefinition, Scenario, Transaction } from '../../transactions/index.js';

/** A run that has ended, as a reporter sees it (regression.md). */
export interface EndedRun {
  /** What `run --json` prints (docs/results.schema.json). */
  readonly result: Readonly<Record<string, unknown>> & {
    /** Name of the run. */
    readonly runId: string;
    /** Tests that ran, and how many of them passed. */
    readonly tests: number;
    /** Tests that passed. */
    readonly passed: number;
    /** Tests in which a rule fired. */
    readonly failed: number;
    /** Tests in which the testbench or the user's code failed. */
    readonly errors: number;
  };
  /** Run directory, as the command named it. */
  readonly directory: string;
}

/** Called after a run, in the process of the command, once its reports are written (extending.md). */
export interface Reporter {
  /** Such as `acme.chat`; errors name it. */
  readonly id: OwnId;
  /** Called once at the end of `run` and `merge`; the command waits for it. */
  onEnd(run: EndedRun): void | Promise<void>;
}

/**
 * Returns the reporter unchanged, with its types checked. Throws nothing; `pops-tb` checks it when it is loaded
 * (extending.md).
 */
export function defineReporter(reporter: Reporter): Reporter {
  return reporter;
}

/**
 * Returns the sequence unchanged, with its types checked. Throws nothing; `pops-tb` checks it when it is loaded
 * (suites.md).
 */
export function defineSequence(sequence: UserSequence): UserSequence {
  return sequence;
}

/** Sees a transaction of a test as it happens; typed arrays in it are to be read at once (trace.md). */
export type TransactionListener = (transaction: Transaction, scenario: Scenario) => void;

/** What a user adds to the testbench: in a suite file, in a configuration file, or as a plug-in that these name (extending.md). */
export interface Extension {
  /** Rules that judge every test beside the project's. */
  readonly rules?: readonly RuleDefinition[];
  /** Faults that `--fault` can inject into the model, beside the project's. */
  readonly faults?: readonly OwnFault[];
  /** Covergroups that sample every test beside the project's. */
  readonly covergroups?: readonly OwnCovergroup[];
  /** Sequences that suite files may draw, beside the built-in ones. */
  readonly sequences?: readonly UserSequence[];
  /** Programs that suite files may draw by their names, like sequences. */
  readonly programs?: readonly ProgramDefinition[];
  /** Reporters of the end of runs. */
  readonly reporters?: readonly Reporter[];
  /** Sees every transaction of every test, in the worker that runs the test. */
  readonly onTransaction?: TransactionListener;
}

/** What a suite file says: what it draws, and what it adds to the testbench while it runs (suites.md). */
export interface SuiteDefinition extends SuiteTests, Extension {}

/**
 * Returns the definition unchanged, with its types checked: the default export of a suite file (suites.md). Throws
 * nothing; a run checks the values, and reports a wrong one in one line.
 */
export function defineSuite(definition: SuiteDefinition): SuiteDefinition {
  return definition;
}
