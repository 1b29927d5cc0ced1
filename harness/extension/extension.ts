import type { UserCovergroup } from '../../coverage/index.js';
import type { ProgramDefinition, SuiteTests, UserSequence } from '../../stimulus/index.js';
import type { RuleDefinition, Scenario, Transaction, UserFault, UserId } from '../../transactions/index.js';

/** A finished run, as a reporter sees it (regression.md). */
export interface EndedRun {
  /** What `run --json` prints (docs/results.schema.json). */
  readonly result: Readonly<Record<string, unknown>> & {
    /** The name of the run. */
    readonly runId: string;
    /** The number of tests that ran. */
    readonly tests: number;
    /** The number of tests that passed. */
    readonly passed: number;
    /** The number of tests in which a rule fired. */
    readonly failed: number;
    /** The number of tests in which the testbench or the user's code failed. */
    readonly errors: number;
  };
  /** The run directory, as passed to the command. */
  readonly directory: string;
}

/** A reporter, called in the command's process after a run, once the reports have been written (extending.md). */
export interface Reporter {
  /** The reporter's id, such as `acme.chat`, used in error messages. */
  readonly id: UserId;
  /** Called once at the end of `run` and `merge`. The command waits for it. */
  onEnd(run: EndedRun): void | Promise<void>;
}

/**
 * Returns the reporter unchanged, with its types checked. Never throws; `pops-tb` validates it when it is loaded
 * (extending.md).
 */
export function defineReporter(reporter: Reporter): Reporter {
  return reporter;
}

/**
 * Returns the sequence unchanged, with its types checked. Never throws; `pops-tb` validates it when it is loaded
 * (suites.md).
 */
export function defineSequence(sequence: UserSequence): UserSequence {
  return sequence;
}

/** Receives a test's transactions as they happen. Typed arrays must be read immediately (trace.md). */
export type TransactionListener = (transaction: Transaction, scenario: Scenario) => void;

/**
 * A user's additions to the testbench, made in a suite file, a configuration file, or a plug-in listed there
 * (extending.md).
 */
export interface Extension {
  /** Rules that check every test, in addition to the built-in ones. */
  readonly rules?: readonly RuleDefinition[];
  /** Faults that `--fault` can inject into the model, in addition to the built-in ones. */
  readonly faults?: readonly UserFault[];
  /** Covergroups that sample every test, in addition to the built-in ones. */
  readonly covergroups?: readonly UserCovergroup[];
  /** Sequences that suite files may use, in addition to the built-in ones. */
  readonly sequences?: readonly UserSequence[];
  /** Programs that suite files may refer to by name, like sequences. */
  readonly programs?: readonly ProgramDefinition[];
  /** Reporters to call at the end of runs. */
  readonly reporters?: readonly Reporter[];
  /** Receives every transaction of every test, in the worker that runs the test. */
  readonly onTransaction?: TransactionListener;
}

/** The contents of a suite file: its tests, and its additions to the testbench while it runs (suites.md). */
export interface SuiteDefinition extends SuiteTests, Extension {}

/**
 * Returns the definition unchanged, with its types checked: the default export of a suite file (suites.md). Never
 * throws; a run validates the values and reports any error on a single line.
 */
export function defineSuite(definition: SuiteDefinition): SuiteDefinition {
  return definition;
}
