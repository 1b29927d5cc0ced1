import type { KillingPower } from './killing-power.js';
import type { Qualification } from './qualify.js';
import type { FaultVerdict } from './qualify-fault.js';

/** What `qualify --json` prints. */
export interface QualifyDocument {
  readonly faults: readonly FaultVerdict[];
  readonly killed: number;
  readonly total: number;
  readonly falsePositives: {
    readonly tests: number;
    readonly waves: number;
    /** Tests that failed without a fault. */
    readonly violations: number;
    readonly failures: Qualification['clean']['failures'];
  };
  /** Tests to kill over all rows of the matrix. */
  readonly testsToKill: { readonly median: number; readonly worst: number };
  /** Faults by the only rule that sees them. */
  readonly onlyKiller: Readonly<Record<string, readonly string[]>>;
  /** Rules that no fault makes fire. */
  readonly silentRules: readonly string[];
}

/** The JSON document of a qualification and of the kill matrix that it leaves. */
export function qualifyDocument({ faults, clean }: Qualification, power: KillingPower): QualifyDocument {
  const { tests, waves, failures } = clean;
  return {
    faults: faults.map((fault) => ({ ...fault, seconds: Number(fault.seconds.toFixed(3)) })),
    killed: faults.filter(({ killed }) => killed).length,
    total: faults.length,
    falsePositives: { tests, waves, violations: failures.length, failures },
    testsToKill: { median: power.medianTests, worst: power.worstTests },
    onlyKiller: Object.fromEntries(power.only),
    silentRules: power.silent,
  };
}
