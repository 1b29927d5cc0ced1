import { originalStack } from '../../bundle/index.js';
import type { BrokenClaim } from '../../rtl-model/index.js';
import { DesignError, type Scenario } from '../../transactions/index.js';
import { OwnCodeError } from '../extension/own-code.js';
import type { DeviceFinding } from '../records/device-finding.js';
import { errorFinding } from '../records/finding.js';
import { type Model, PROJECT_MODEL } from '../records/model.js';
import { isStimulusFault } from './stimulus-fault.js';

/** The maximum number of findings to keep per run; further ones are consequences. */
const KEPT_MAX = 20;
/** How often a device may break its claims. One in an infinite loop would break the same ones forever. */
const BROKEN_MAX = 1_000_000;

/**
 * Whether a broken invariant is evidence against a test's device: one with a fault, with a design in place of a
 * unit, or another model. Otherwise a broken invariant is a testbench bug, since the model must be clean with
 * any program.
 */
export function isDeviceOnTrial({ faults, design }: Scenario, model: Model = PROJECT_MODEL): boolean {
  return design !== undefined || model !== PROJECT_MODEL || faults.some((id) => !isStimulusFault(id));
}

/** Collects the invariants that the device breaks in one run. */
export class BrokenDevice {
  private readonly found = new Map<string, { finding: DeviceFinding; times: number }>();
  private broken = 0;
  private foreignError: unknown;

  /** The findings, in order of first occurrence. */
  get findings(): readonly DeviceFinding[] {
    return Array.from(this.found.values(), ({ finding, times }) => ({ ...finding, times }));
  }

  /** Wraps a user's function, since its exceptions say nothing about the device. */
  guarded<A extends readonly unknown[], R>(userFunction: (...values: A) => R): (...values: A) => R {
    return (...values) => {
      try {
        return userFunction(...values);
      } catch (error) {
        this.foreignError = error;
        throw error;
      }
    };
  }

  /** Receives a broken claim. Rethrows exceptions that the device did not throw. */
  readonly take = (broken: BrokenClaim): void => {
    if ('error' in broken) this.takeEnd(broken);
    else this.takeClaim(broken);
  };

  private takeClaim({ claim, cycle }: BrokenClaim): void {
    if (++this.broken > BROKEN_MAX) throw new Error(`the device broke its invariants ${BROKEN_MAX} times`);
    const known = this.found.get(claim);
    if (known !== undefined) known.times++;
    else if (this.found.size < KEPT_MAX)
      this.found.set(claim, {
        finding: { claim, cycle, times: 1, ...assertedIn(new Error().stack) },
        times: 1,
      });
  }

  private takeEnd({ claim, cycle, error }: BrokenClaim): void {
    if (error === this.foreignError || error instanceof OwnCodeError) throw error;
    const { unit } = assertedIn(error instanceof Error ? error.stack : '');
    const finding: DeviceFinding =
      error instanceof DesignError
        ? { ...designFinding(error), cycle, times: 1, ended: true }
        : { claim, unit, cycle, times: 1, ended: true };
    this.found.set(claim, { finding, times: 1 });
  }
}

/** A finding against a design, identified by its message, since where the testbench detected it is irrelevant. */
function designFinding(error: DesignError): Pick<DeviceFinding, 'claim' | 'unit' | 'signature'> {
  return { claim: error.message, unit: 'design', signature: errorFinding(error).signature };
}

/** Matches a model module in a stack trace line. */
const LOCATION = /rtl-model\/(?:([\w-]+)\/)?([\w/-]+)\.[jt]s:\d+/g;

/** Modules that only forward other modules' assertions. */
const REPORTING_MODULES: ReadonlySet<string> = new Set(['kernel/assert', 'kernel/broken-claims', 'index']);

/** The innermost stack frame in the model, whether that is bundled, separate modules or a modified copy. */
function assertedIn(stack = ''): Pick<DeviceFinding, 'unit' | 'module'> {
  for (const [, unit, name] of originalStack(stack).matchAll(LOCATION)) {
    const module = unit === undefined ? name! : `${unit}/${name}`;
    if (REPORTING_MODULES.has(module)) continue;
    return { unit: unit ?? 'device', module };
  }
  return { unit: 'device' };
}
