import type { ChipName } from '../../../arch/index.js';
import { drawing } from '../../../cli/public/stimulus.js';
import { useExtensions } from '../../../harness/extension/user-extensions.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { runScenario } from '../../../rtl-model/index.js';
import {
  defineFault,
  FAULT_OUTPUTS,
  type FaultId,
  type FaultOutput,
  type FaultOutputs,
  findFault,
  type KnobValues,
  type Scenario,
  type UserFault,
} from '../../../transactions/index.js';
import { drawTest } from '../../support/drawn-test.js';

const FILE = 'user-faults.slow.ts';
const ID = 'acme.F-01';
afterAll(() => useExtensions(FILE, []));

/** Implementations of each output that keep the device working. Most return their input. */
const WORKING_OUTPUTS: FaultOutputs = {
  exitingId: (oldest) => oldest,
  waveId: (sequence) => sequence,
  closesOnOverlap: (closes) => closes,
  windowHolds: (isFull) => isFull,
  overlaps: (overlaps) => overlaps,
  launchPlace: () => 0,
  gateOpens: (opens) => opens,
  keepsOrder: () => true,
};

/** A broken output and the conditions that expose it. */
interface BrokenOutput {
  readonly output: Partial<FaultOutputs>;
  readonly chip?: ChipName;
  /** A sequence that exposes it, for outputs that the default scene does not exercise enough. */
  readonly sequence?: string;
  readonly knobs?: Partial<KnobValues>;
}
const BROKEN_OUTPUTS: Readonly<Record<FaultOutput, BrokenOutput>> = {
  exitingId: { output: { exitingId: (oldest) => oldest + 1 } },
  waveId: { output: { waveId: (sequence) => sequence ^ 1 } },
  closesOnOverlap: { output: { closesOnOverlap: () => false } },
  windowHolds: { output: { windowHolds: () => false }, knobs: { idWrap: 7, idWindow: 4 } },
  overlaps: { output: { overlaps: () => false } },
  launchPlace: { output: { launchPlace: (waiting) => waiting - 1 } },
  gateOpens: { output: { gateOpens: () => true }, chip: 'navi31' },
  keepsOrder: { output: { keepsOrder: (access) => access !== 'load' }, sequence: 'rmw_buffer' },
};
const OUTPUTS = Object.keys(FAULT_OUTPUTS) as FaultOutput[];

/** Adds a user-defined fault for an output. */
function useFault(output: FaultOutput, create: () => unknown): void {
  useExtensions(FILE, [{ faults: [{ id: ID, title: 'broken', output, create } as unknown as UserFault] }]);
}

const LARGE = [0, 0, 4096, 0, 0, 4096] as const;
const SMALL = [0, 0, 512, 0, 0, 512] as const;

/**
 * Makes a test from the fault's sequence, if any, or else from two draws of overlapping triangles, each covering
 * several waves or a single quad.
 */
function makeScenario({ chip = 'navi21', knobs = {}, sequence }: BrokenOutput, seed: string): Scenario {
  if (sequence !== undefined) {
    return drawTest(sequence, seed, { chips: [chip], knobs, faults: [ID as FaultId] });
  }
  const draw = [LARGE, SMALL, SMALL, LARGE, SMALL, LARGE];
  const scenario = drawing([draw, draw], { chip, seed });
  return { ...scenario, freedoms: { ...scenario.freedoms, ...knobs }, faults: [ID] };
}

function recordStream(scenario: Scenario): string {
  const lines: string[] = [];
  runScenario(scenario, (transaction) => lines.push(JSON.stringify(transaction)));
  return lines.join();
}

it.each(OUTPUTS)('produces the same stream with a fault that leaves the output %s unchanged', (output) => {
  let calls = 0;
  useFault(output, () => (...inputs: never[]) => {
    calls++;
    return (WORKING_OUTPUTS[output] as (...inputs: never[]) => unknown)(...inputs);
  });
  const scenario = makeScenario(BROKEN_OUTPUTS[output], '0x1');
  expect(recordStream(scenario)).toBe(recordStream({ ...scenario, faults: [] }));
  expect(calls).toBeGreaterThan(0);
});

it.each(OUTPUTS)("detects a fault that breaks %s, and attributes it to the output's unit", (output) => {
  useFault(output, () => BROKEN_OUTPUTS[output].output[output]);
  const seeds = Array.from({ length: 40 }, (_, i) => `0x${(i + 1).toString(16)}`);
  const isDetected = seeds.some((seed) => !isClean(makeScenario(BROKEN_OUTPUTS[output], seed)));
  expect(isDetected).toBe(true);
  expect(findFault(ID)).toMatchObject({ title: 'broken', where: FAULT_OUTPUTS[output].unit });
});

function isClean(scenario: Scenario): boolean {
  return runScenarioTest(scenario).verdict.violations.every(({ severity }) => severity === 'warning');
}

it("includes the fault's id in the error for an invalid output or an exception", () => {
  useFault('exitingId', () => () => Number.NaN);
  const run = () => runScenario(makeScenario(BROKEN_OUTPUTS.exitingId, '0x1'), null);
  expect(run).toThrow(
    /^acme\.F-01 threw.*: TypeError: Invalid exitingId NaN: expected an integer from 0 to /,
  );
  useFault('overlaps', () => () => {
    throw new Error('no');
  });
  expect(() => runScenario(makeScenario(BROKEN_OUTPUTS.overlaps, '0x1'), null)).toThrow(
    /^acme\.F-01 threw.*: Error: no$/,
  );
});

it('creates fresh state for each test, and rejects duplicate fault ids', () => {
  let instances = 0;
  const countingFault = defineFault({
    id: ID,
    title: 'broken',
    output: 'exitingId',
    create: () => {
      instances++;
      return (oldest) => oldest;
    },
  });
  useExtensions(FILE, [{ faults: [countingFault] }]);
  const scenario = makeScenario(BROKEN_OUTPUTS.exitingId, '0x1');
  runScenario(scenario, null);
  const instancesPerRun = instances;
  runScenario(scenario, null);
  expect([instancesPerRun > 0, instances]).toEqual([true, 2 * instancesPerRun]);
  expect(() => useExtensions(FILE, [{ faults: [countingFault, countingFault] }])).toThrow(
    `two faults are called "${ID}"`,
  );
});
