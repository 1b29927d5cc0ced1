import type { InvariantViolation } from '../../rtl-model/index.js';
import { DesignError, type Scenario } from '../../transactions/index.js';
import { mapStack } from '../built/index.js';
import { UserCodeError } from '../extension/user-code.js';
import { type DeviceFinding, makeErrorFinding } from '../records/finding.js';
import { type Model, PROJECT_MODEL } from '../records/model.js';
import { isStimulusFault } from './stimulus-fault.js';

/** The maximum number of findings to keep per run. Later ones are usually consequences of these. */
const MAX_FINDINGS = 20;
/**
 * The maximum number of invariant violations per run. A device in an infinite loop would repeat the same ones forever.
 */
const MAX_VIOLATIONS = 1_000_000;

/**
 * Whether a violated invariant is blamed on the device under test: one that has a fault, replaces a unit with a design,
 * or comes from another model. Otherwise it is a testbench bug, since no program may violate the model's invariants.
 */
export function isDeviceUnderTest({ faults, design }: Scenario, model: Model = PROJECT_MODEL): boolean {
  return design !== undefined || model !== PROJECT_MODEL || faults.some((id) => !isStimulusFault(id));
}

/** Collects the invariants that the device violates during a run. */
export class InvariantRecorder {
  private readonly found = new Map<string, { finding: DeviceFinding; times: number }>();
  private count = 0;
  private userError: unknown;

  /** The findings, in order of first occurrence. */
  get findings(): readonly DeviceFinding[] {
    return Array.from(this.found.values(), ({ finding, times }) => ({ ...finding, times }));
  }

  /** Wraps a user's function, whose exceptions say nothing about the device. */
  guard<A extends readonly unknown[], R>(userFunction: (...values: A) => R): (...values: A) => R {
    return (...values) => {
      try {
        return userFunction(...values);
      } catch (error) {
        this.userError = error;
        throw error;
      }
    };
  }

  /** Records a violated invariant. Rethrows exceptions that the device did not throw. */
  readonly record = (violation: InvariantViolation): void => {
    if ('error' in violation) this.recordEnd(violation);
    else this.recordViolation(violation);
  };

  private recordViolation({ claim, cycle }: InvariantViolation): void {
    if (++this.count > MAX_VIOLATIONS) throw new Error(`more than ${MAX_VIOLATIONS} invariant violations`);
    const previous = this.found.get(claim);
    if (previous !== undefined) previous.times++;
    else if (this.found.size < MAX_FINDINGS)
      this.found.set(claim, {
        finding: { claim, cycle, times: 1, ...findModelFrame(new Error().stack) },
        times: 1,
      });
  }

  private recordEnd({ claim, cycle, error }: InvariantViolation): void {
    if (error === this.userError || error instanceof UserCodeError) throw error;
    const { unit } = findModelFrame(error instanceof Error ? error.stack : '');
    const finding: DeviceFinding =
      error instanceof DesignError
        ? { ...toDesignFinding(error), cycle, times: 1, ended: true }
        : { claim, unit, cycle, times: 1, ended: true };
    this.found.set(claim, { finding, times: 1 });
  }
}

/**
 * Converts an error to a finding against the design. The message identifies it, no matter where the testbench detected
 * it.
 */
function toDesignFinding(error: DesignError): Pick<DeviceFinding, 'claim' | 'unit' | 'signature'> {
  return { claim: error.message, unit: 'design', signature: makeErrorFinding(error).signature };
}

/** Matches a model module in a stack trace line. */
const LOCATION = /rtl-model\/(?:([\w-]+)\/)?([\w/-]+)\.[jt]s:\d+/g;

/** Modules that only forward assertions from other modules. */
const REPORTING_MODULES: ReadonlySet<string> = new Set(['kernel/assert', 'kernel/broken-claims', 'index']);

/** Returns the innermost stack frame in the model, whether it is bundled, in separate modules, or a modified copy. */
function findModelFrame(stack = ''): Pick<DeviceFinding, 'unit' | 'module'> {
  for (const [, unit, name] of mapStack(stack).matchAll(LOCATION)) {
    const module = unit === undefined ? name! : `${unit}/${name}`;
    if (REPORTING_MODULES.has(module)) continue;
    return { unit: unit ?? 'device', module };
  }
  return { unit: 'device' };
}
