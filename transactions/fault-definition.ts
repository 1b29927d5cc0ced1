import type { ChipName, Gfx, WaveSize } from '../arch/index.js';
import type { Fault } from './fault.js';
import type { RuleClass } from './rules.js';
import type { UserId } from './user-id.js';

/**
 * Model outputs that a user-defined fault may replace (extending.md). Most functions receive the value that the
 * fault-free unit would produce; `launchPlace` receives the number of waiting waves, and `keepsOrder` the kind of
 * access. Sequence numbers count the waves of one packer from 0 in formation order.
 */
export interface FaultOutputs {
  /** Exit tracker: sequence number of the wave reported to polls as exiting next, for packer number `packer`. */
  readonly exitingId: (oldest: number, packer: number) => number;
  /** Packer: the sequence number from which a new wave's id is derived; `wave` is the device-wide wave number. */
  readonly waveId: (sequence: number, wave: number) => number;
  /** Packer: whether the forming wave is closed before a quad that overlaps one of its own quads. */
  readonly closesOnOverlap: (closes: boolean) => boolean;
  /** Packer: whether a full id window stalls the next wave. */
  readonly windowHolds: (isFull: boolean) => boolean;
  /** Overlap tracker: whether a quad overlaps a quad of the forming wave. */
  readonly overlaps: (overlaps: boolean) => boolean;
  /**
   * Launcher: the queue position of the wave to start, given that `waiting` waves are queued. The correct
   * answer is 0, the oldest.
   */
  readonly launchPlace: (waiting: number) => number;
  /** GFX11 export gate: whether the wave with this device-wide number may enter its section. */
  readonly gateOpens: (opens: boolean, wave: number) => boolean;
  /** Memory: whether accesses of a kind take effect and return in issue order. */
  readonly keepsOrder: (access: 'load' | 'store' | 'atomic') => boolean;
}

/** The device into which a test injects the fault (extending.md). */
export interface FaultyDevice {
  readonly chip: ChipName;
  /** The generation of the chip. */
  readonly gfx: Gfx;
  /** Number of lanes in each wave. */
  readonly wave: WaveSize;
  /** Number of packers in use. */
  readonly packers: number;
}

/** The name of an output that a user-defined fault may replace (extending.md). */
export type FaultOutput = keyof FaultOutputs;

/** The unit of each output, as shown by `list faults`, and the type of its values. */
export const FAULT_OUTPUTS: Readonly<
  Record<FaultOutput, { readonly unit: Fault['where']; readonly type: 'number' | 'boolean' }>
> = {
  exitingId: { unit: 'spi', type: 'number' },
  waveId: { unit: 'sc', type: 'number' },
  closesOnOverlap: { unit: 'sc', type: 'boolean' },
  windowHolds: { unit: 'sc', type: 'boolean' },
  overlaps: { unit: 'db', type: 'boolean' },
  launchPlace: { unit: 'spi', type: 'number' },
  gateOpens: { unit: 'spi', type: 'boolean' },
  keepsOrder: { unit: 'memory', type: 'boolean' },
};

/**
 * A user-defined fault, which replaces one output of a unit of the model. `--fault` injects it like a
 * built-in fault, to test whether rules, covergroups and suites detect it (extending.md).
 */
export interface FaultDefinition<Output extends FaultOutput = FaultOutput> {
  /** The fault's id, for example `acme.F-01`. */
  readonly id: UserId;
  /** What is wrong with the device, in one line. */
  readonly title: string;
  /** The output that the fault replaces. */
  readonly output: Output;
  /** The generations that have the output; by default, all of them. */
  readonly generations?: readonly Gfx[];
  /** The rule classes whose violations count as detecting the fault; by default, all of them. */
  readonly classes?: readonly RuleClass[];
  /**
   * Creates the broken output. It is called once per test for each unit that has the output, so local
   * variables can hold the fault's state. The same sequence of calls must give the same answers.
   */
  readonly create: (device: FaultyDevice) => FaultOutputs[Output];
}

/** Any user-defined fault, regardless of the output that it replaces (extending.md). */
export type UserFault = { readonly [Output in FaultOutput]: FaultDefinition<Output> }[FaultOutput];

/**
 * Returns the fault unchanged and checks its types at compile time. Never throws; `pops-tb` validates the
 * fault when it loads it (extending.md).
 */
export function defineFault<Output extends FaultOutput>(
  fault: FaultDefinition<Output>,
): FaultDefinition<Output> {
  return fault;
}
