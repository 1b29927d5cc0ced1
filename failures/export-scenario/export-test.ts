import { runScenarioTest } from '../../harness/one-test/index.js';
import type { OverrideStrings } from '../../harness/options/index.js';
import { printJson } from '../../harness/terminal/index.js';
import {
  listCoveredPixels,
  type MemoryIssued,
  type Scenario,
  serialiseKnobValues,
  type Transaction,
  UsageError,
} from '../../transactions/index.js';
import { type ReplaySource, resolveScenario } from '../stored/replay-source.js';
import { isActiveLane, LANES } from '../timeline/wave-life.js';

interface SequentialAccess {
  readonly draw: number;
  /** The primitive's number, counted across all draws in API order. */
  readonly primitive: number;
  /** The invocation's pixel, or a coarse invocation's upper-left pixel. */
  readonly x: number;
  readonly y: number;
  /** The byte offset of the instruction in its program. */
  readonly pc: number;
  readonly operation: MemoryIssued['operation'];
  readonly object: string;
  readonly address: number;
  readonly bytes: number;
}

type Invocation = Pick<SequentialAccess, 'draw' | 'primitive' | 'x' | 'y'>;

/**
 * Collects a run's ordered accesses and returns them in sequential order: by primitive, by row, and in program order
 * within an invocation.
 */
class SequentialAccesses {
  private readonly accesses: SequentialAccess[] = [];
  /** The invocations by wave and lane. */
  private readonly invocations = new Map<number, (Invocation | undefined)[]>();
  private readonly objects;

  constructor(private readonly scenario: Scenario) {
    const names = new Set(scenario.ordered.map(({ object }) => object));
    this.objects = scenario.memory.filter(({ name }) => names.has(name));
  }

  observe(transaction: Transaction): void {
    if (transaction.kind === 'wave-formed') {
      const { draw } = transaction;
      const lanes: (Invocation | undefined)[] = [];
      for (const { lane, x, y, primitive } of listCoveredPixels(
        transaction,
        this.scenario.draws[draw]!.samples,
      ))
        lanes[lane] ??= { draw, primitive, x, y };
      this.invocations.set(transaction.wave, lanes);
    } else if (transaction.kind === 'memory-issued') this.addAccess(transaction);
    else if (transaction.kind === 'wave-ended') this.invocations.delete(transaction.wave);
  }

  listInOrder(): SequentialAccess[] {
    // The sort is stable, which keeps an invocation's program order.
    return this.accesses.toSorted(
      (a, b) => a.draw - b.draw || a.primitive - b.primitive || a.y - b.y || a.x - b.x,
    );
  }

  private addAccess(access: MemoryIssued): void {
    const { wave, pc, operation, addresses, texelsPerLane = 1, bytes } = access;
    const lanes = this.invocations.get(wave) ?? [];
    for (const [lane, invocation] of lanes.entries()) {
      if (invocation === undefined || !isActiveLane(access, lane)) continue;
      for (let texel = 0; texel < texelsPerLane; texel++) {
        const address = addresses[LANES * texel + lane] ?? -1;
        const object = this.findOrderedObject(address);
        if (object !== undefined)
          this.accesses.push({ ...invocation, pc, operation, object, address, bytes });
      }
    }
  }

  private findOrderedObject(accessed: number): string | undefined {
    return this.objects.find(({ address, bytes }) => accessed >= address && accessed < address + bytes)?.name;
  }
}

/**
 * Exports a test for another testbench: the scenario, with the final memory and the ordered accesses of a passing model
 * run. Throws `UsageError` for a test that contains a deliberate error or fails on the model.
 */
function exportScenario({ scenario, repro }: Pick<ReplaySource, 'scenario' | 'repro'>) {
  const { name, expects, faults } = scenario;
  const [deliberateError] = [...expects, ...faults];
  if (deliberateError !== undefined)
    throw new UsageError(
      `Cannot export ${name}: it contains a deliberate error (${deliberateError}), so it has no expected result`,
    );
  const accesses = new SequentialAccesses(scenario);
  /** The final words of each memory object whose `compare` is not `ignore`. */
  const memory: { readonly object: string; readonly words: readonly number[] }[] = [];
  const comparedNames = new Set(
    scenario.memory.filter(({ compare }) => compare.kind !== 'ignore').map(({ name }) => name),
  );
  const { finding } = runScenarioTest(scenario, {
    sink: (transaction) => {
      accesses.observe(transaction);
      if (transaction.kind !== 'memory-dumped' || !comparedNames.has(transaction.object)) return;
      memory.push({ object: transaction.object, words: Array.from(transaction.words) });
    },
  });
  if (finding !== undefined)
    throw new UsageError(
      `Cannot export ${name}: it does not pass on the model (${finding.signature}), so it has no expected result`,
    );
  return {
    version: 1,
    name,
    repro,
    scenario: { ...scenario, freedoms: serialiseKnobValues(scenario.freedoms) },
    // If every draw orders its invocations, only one final memory state is correct.
    expected: { isOnly: isOrdered(scenario), memory, accesses: accesses.listInOrder() },
  };
}

function isOrdered({ draws }: Scenario): boolean {
  return draws.every(
    ({ interlock, order }) =>
      order !== 'relaxed' && !interlock.endsWith('-unordered') && interlock !== 'none',
  );
}

/** The `replay` options that can be combined with an export: options that identify the test, and general options. */
const EXPORT_OPTIONS: readonly string[] = [
  'export',
  'chip',
  'set',
  'fault',
  'suiteFile',
  'json',
  'limits',
  'config',
];

/** The values of the `replay` options that identify the test. */
interface ExportValues extends OverrideStrings {
  readonly suiteFile?: string;
}

/** Prints a test for another testbench, with its expected result, instead of replaying it. */
export async function exportTest(target: string, values: ExportValues): Promise<void> {
  const [conflict] = Object.keys(values).filter((name) => !EXPORT_OPTIONS.includes(name));
  if (conflict !== undefined) {
    const flag = conflict.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageError(`Cannot use --${flag} with --export: the expected result holds for any legal run`);
  }
  printJson(exportScenario(await resolveScenario(target, values, values.suiteFile)));
}
