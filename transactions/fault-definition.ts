import type { ChipName, Gfx, WaveSize } from '../arch/index.js';
import type { Fault } from './fault.js';
import type { OwnId } from './own-id.js';
import type { RuleClass } from './rules.js';

/**
 * Model outputs that a user's fault may replace (extending.md). Most are functions of the working unit's value; `launchPlace`
 * takes the number of waiting waves, and `keepsOrder` the kind of access. Sequence numbers count the waves of one packer from 0
 * in formation order.
 */
export interface FaultOutputs {
  /** Exit tracker: sequence number of the wave reported to polls as exiting next, for the packer with this number. */
  readonly exitingId: (oldest: number, packer: number) => number;
  /** Packer: sequence number that a new wave's id is derived from; `wave` is the wave's number in the device. */
  readonly waveId: (sequence: number, wave: number) => number;
  /** Packer: whether the forming wave closes before a quad that overlaps one of its own. */
  readonly closesOnOverlap: (closes: boolean) => boolean;
  /** Packer: whether a full id window stalls the next wave. */
  readonly windowHolds: (isFull: boolean) => boolean;
  /** Overlap tracker: whether a quad overlaps one of the forming wave. */
  readonly overlaps: (overlaps: boolean) => boolean;
  /** Launcher: queue position of the wave to start, among this many waiting; 0, the correct answer, is the oldest. */
  readonly launchPlace: (waiting: number) => number;
  /** GFX11 export gate: whether the wave with this number in the device may enter its section. */
  readonly gateOpens: (opens: boolean, wave: number) => boolean;
  /** Memory: whether accesses of a kind take effect and return in issue order. */
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

/** Each output's unit, as shown by `list faults`, and the type of its values. */
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
 * A user's fault: one output of a unit of the model, replaced. `--fault` injects it like the project's faults, to test whether
 * rules, covergroups and suites detect it (extending.md).
 */
export interface FaultDefinition<Output extends FaultOutput = FaultOutput> {
  /** For example `acme.F-01`. */
  readonly id: OwnId;
  /** What is wrong with the device, in one line. */
  readonly title: string;
  /** The output it replaces. */
  readonly output: Output;
  /** Generations that have the output; all by default. */
  readonly generations?: readonly Gfx[];
  /** Classes of rules whose failures count as detecting it; all by default. */
  readonly classes?: readonly RuleClass[];
  /**
   * Makes the broken output. Called once per test for each unit that has it, so local variables hold the fault's state; the same
   * sequence of calls must give the same answers.
   */
  readonly create: (device: FaultyDevice) => FaultOutputs[Output];
}

/** Any user fault, regardless of the output it replaces (extending.md). */
export type OwnFault = { readonly [Output in FaultOutput]: FaultDefinition<Output> }[FaultOutput];

/** Returns the fault unchanged, with its types checked. Throws nothing; `pops-tb` validates it on loading (extending.md). */
export function defineFault<Output extends FaultOutput>(
  fault: FaultDefinition<Output>,
): FaultDefinition<Output> {
  return fault;
}
