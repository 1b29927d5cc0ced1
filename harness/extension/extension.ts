import type { OwnCovergroup } from '../../coverage/index.js';
import type { ProgramDefinition, SuiteTests, UserSequence } from '../../stimulus/index.js';
import type { OwnFault, OwnId, RuleDefinition, Scenario, Transaction } from '../../transactions/index.js';

/** A finished run, as seen by a reporter (regression.md). */
export interface EndedRun {
  /** What `run --json` prints (docs/results.schema.json). */
  readonly result: Readonly<Record<string, unknown>> & {
    /** Name of the run. */
    readonly runId: string;
    /** Number of tests that ran. */
    readonly tests: number;
    /** Number of tests that passed. */
    readonly passed: number;
    /** Number of tests in which a rule fired. */
    readonly failed: number;
    /** Number of tests in which the testbench or the user's code failed. */
    readonly errors: number;
  };
  /** Run directory, as given to the command. */
  readonly directory: string;
}

/** Called after a run, in the command's process, once its reports are written (extending.md). */
export interface Reporter {
  /** For example `acme.chat`; errors name it. */
  readonly id: OwnId;
  /** Called once at the end of `run` and `merge`; the command waits for it. */
  onEnd(run: EndedRun): void | Promise<void>;
}

/**
 * Returns the reporter unchanged, with its types checked. Throws nothing; `pops-tb` validates it on loading
 * (extending.md).
 */
export function defineReporter(reporter: Reporter): Reporter {
  return reporter;
}

/**
 * Returns the sequence unchanged, with its types checked. Throws nothing; `pops-tb` validates it on loading
 * (suites.md).
 */
export function defineSequence(sequence: UserSequence): UserSequence {
  return sequence;
}

/** Receives a test's transactions as they happen; read typed arrays immediately (trace.md). */
export type TransactionListener = (transaction: Transaction, scenario: Scenario) => void;

/** A user's additions to the testbench: in a suite file, a configuration file, or a plug-in these name (extending.md). */
export interface Extension {
  /** Rules that judge every test, in addition to the project's. */
  readonly rules?: readonly RuleDefinition[];
  /** Faults that `--fault` can inject into the model, in addition to the project's. */
  readonly faults?: readonly OwnFault[];
  /** Covergroups that sample every test, in addition to the project's. */
  readonly covergroups?: readonly OwnCovergroup[];
  /** Sequences that suite files may draw, in addition to the built-in ones. */
  readonly sequences?: readonly UserSequence[];
  /** Programs that suite files may draw by name, like sequences. */
  readonly programs?: readonly ProgramDefinition[];
  /** Reporters called at the end of runs. */
  readonly reporters?: readonly Reporter[];
  /** Receives every transaction of every test, in the worker that runs the test. */
  readonly onTransaction?: TransactionListener;
}

/** A suite file's contents: the tests it draws, and its additions to the testbench while it runs (suites.md). */
export interface SuiteDefinition extends SuiteTests, Extension {}

/**
 * Returns the definition unchanged, with its types checked: the default export of a suite file (suites.md). Throws
 * nothing; a run validates the values and reports a wrong one in one line.
 */
export function defineSuite(definition: SuiteDefinition): SuiteDefinition {
  return definition;
}
