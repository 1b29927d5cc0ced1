import type { ChipName, Gfx, WaveSize } from '../arch/index.js';
import type { Fault } from './fault.js';
import type { OwnId } from './own-id.js';
import type { RuleClass } from './rules.js';

/**
 * Outputs of the model's units that a user's fault may replace, each as a function of what the working unit says (extending.md).
 * Running numbers count the waves of one packer in the order of their formation, from 0 on.
 */
export interface FaultOutputs {
  /** Exit tracker: running number of the wave that polls are told exits next, of the packer with this number. */
  readonly exitingId: (oldest: number, packer: number) => number;
  /** Packer: running number from which a new wave gets its id; the second is the number of the wave in the device. */
  readonly waveId: (sequence: number, wave: number) => number;
  /** Packer: whether the forming wave closes before a quad that overlaps one of its own. */
  readonly closesOnOverlap: (closes: boolean) => boolean;
  /** Packer: whether a full window of ids holds the next wave back. */
  readonly windowHolds: (isFull: boolean) => boolean;
  /** Overlap tracker: whether a quad overlaps one of the forming wave. */
  readonly overlaps: (overlaps: boolean) => boolean;
  /** Launcher: place of the wave that starts among this many that wait in its queue; 0 is the oldest, as it should be. */
  readonly launchPlace: (waiting: number) => number;
  /** Export gate of GFX11: whether the wave with this number in the device may be told to enter its section. */
  readonly gateOpens: (opens: boolean, wave: number) => boolean;
  /** Memory: whether accesses of a kind take effect and return in the order of their issue. */
  readonly keepsOrder: (access: 'load' | 'store' | 'atomic') => boolean;
}

/** The device that a fault breaks in one test (extending.md). */
export interface FaultyDevice {
  readonly chip: ChipName;
  /** Generation of the chip. */
  readonly gfx: Gfx;
  /** Number of lanes of its waves. */
  readonly wave: WaveSize;
  /** Number of packers in use. */
  readonly packers: number;
}

/** Name of an output that a user's fault may replace (extending.md). */
export type FaultOutput = keyof FaultOutputs;

/** Of each of those outputs its unit, as `list faults` shows it, and the type of its values. */
export const FAULT_OUTPUTS: Readonly<
  Record<FaultOutput, { readonly unit: Fault['where']; readonly gives: 'number' | 'boolean' }>
> = {
  exitingId: { unit: 'spi', gives: 'number' },
  waveId: { unit: 'sc', gives: 'number' },
  closesOnOverlap: { unit: 'sc', gives: 'boolean' },
  windowHolds: { unit: 'sc', gives: 'boolean' },
  overlaps: { unit: 'db', gives: 'boolean' },
  launchPlace: { unit: 'spi', gives: 'number' },
  gateOpens: { unit: 'spi', gives: 'boolean' },
  keepsOrder: { unit: 'memory', gives: 'boolean' },
};

/**
 * A user's fault: one output of a unit of the model, replaced. `--fault` injects it like the project's faults; it tries whether rules,
 * covergroups and suites notice what they should (extending.md).
 */
export interface FaultDefinition<Output extends FaultOutput = FaultOutput> {
  /** Such as `acme.F-01`. */
  readonly id: OwnId;
  /** What is wrong in the device, in one line. */
  readonly title: string;
  /** The output that it replaces. */
  readonly output: Output;
  /** Generations that have the output; all by default. */
  readonly generations?: readonly Gfx[];
  /** Classes of rules whose failures count as finding it; all by default. */
  readonly classes?: readonly RuleClass[];
  /**
   * The broken output. Called once a test for each unit of the device that has it, so that variables of the call are the fault's state;
   * it must give the same answers for the same calls.
   */
  readonly create: (device: FaultyDevice) => FaultOutputs[Output];
}

/** Any fault of the user's, whichever output it replaces (extending.md). */
export type OwnFault = { readonly [Output in FaultOutput]: FaultDefinition<Output> }[FaultOutput];

/** A fault as it is, with its types checked. Throws nothing; `pops-tb` checks it when it is loaded (extending.md). */
export function defineFault<Output extends FaultOutput>(
  fault: FaultDefinition<Output>,
): FaultDefinition<Output> {
  return fault;
}
