import type { KillingPower } from './killing-power.js';
import type { Qualification } from './qualify.js';
import type { FaultVerdict } from './qualify-fault.js';

/** The output of `qualify --json`. */
export interface QualifyDocument {
  readonly faults: readonly FaultVerdict[];
  readonly killed: number;
  readonly total: number;
  /** The false alarms of the clean tests. */
  readonly falsePositives: {
    readonly tests: number;
    readonly waves: number;
    /** Tests that failed with no fault injected. */
    readonly violations: number;
    readonly failures: Qualification['clean']['failures'];
  };
  /** Number of tests needed to kill a fault, across all rows of the kill matrix. */
  readonly testsToKill: { readonly median: number; readonly worst: number };
  /** The faults of each sole killer: those that no other rule kills, keyed by the rule that does. */
  readonly onlyKiller: Readonly<Record<string, readonly string[]>>;
  /** Rules that no fault triggers. */
  readonly silentRules: readonly string[];
}

/** Builds the JSON document from a qualification and the killing power of its kill matrix. */
export function buildQualifyDocument({ faults, clean }: Qualification, power: KillingPower): QualifyDocument {
  const { tests, waves, failures } = clean;
  return {
    faults: faults.map((fault) => ({ ...fault, seconds: Number(fault.seconds.toFixed(3)) })),
    killed: faults.filter(({ killed }) => killed).length,
    total: faults.length,
    falsePositives: { tests, waves, violations: failures.length, failures },
    testsToKill: { median: power.medianTests, worst: power.maxTests },
    onlyKiller: Object.fromEntries(power.soleKillers),
    silentRules: power.silent,
  };
}
