import type { Instruction } from '../../../arch/index.js';
import type { AddressUnitFull, MemoryIssued } from '../../../transactions/index.js';
import { DefaultMap } from '../../evidence/basics/default-map.js';
import { ObjectMap } from '../../evidence/basics/object-map.js';
import { listAddresses } from '../../evidence/ledger/lane-addresses.js';
import {
  defineRule,
  findSimd,
  findWaveProgram,
  formatCount,
  getComputeUnit,
  getInstructionAt,
  getWaveName,
  type Ledgers,
  NEVER,
} from '../../kit.js';

/** Number of bytes in a line (P-043). */
const LINE_BYTES = 128;

/**
 * Counts the distinct lines that an access touches. An address unit sends one line per cycle, and 32 consecutive dwords
 * form one line (P-030, P-157).
 */
function countLines(addresses: readonly number[], bytes: number): number {
  const lines: number[] = [];
  for (const address of addresses)
    for (let line = Math.floor(address / LINE_BYTES); line * LINE_BYTES < address + bytes; line++)
      if (!lines.includes(line)) lines.push(line);
  return lines.length;
}

class AddressUnitTimeline {
  /** The first cycle in which the unit can send the next line. */
  freeAt = NEVER;
  /** The cycles in which accesses leave the unit, in ascending order. */
  private readonly departureCycles: number[] = [];

  /** Returns the number of accesses still in the unit in the given cycle. Cycles must not decrease between calls. */
  countInFlight(cycle: number): number {
    while (this.departureCycles.length > 0 && this.departureCycles[0] <= cycle) this.departureCycles.shift();
    return this.departureCycles.length;
  }

  /** Adds an access that leaves the unit in the given cycle. */
  add(cycle: number): void {
    this.departureCycles.push(cycle);
    this.freeAt = cycle;
  }
}

/**
 * Vector accesses go through the single unit of their compute unit in issue order; 32 consecutive dwords are one
 * 128-byte line. Waves may issue faster than that. LDS accesses do not wait for the unit (knob `taQueue`).
 */
export const WIRE_12 = defineRule({
  id: 'WIRE-12',
  text: 'An address unit sends one line per cycle, and delays only vector accesses, and only while its queue is full.',
  statements: ['P-021', 'P-030', 'P-043', 'P-144', 'P-155', 'P-156', 'P-157'],
  needs: ['wave-formed', 'wave-launched', 'memory-issued'],
  bounds: ['taQueue'],
  reads: () => ['background-formed', 'background-allocated', 'address-unit-full'],
  unarmedReason: 'no access reports when it left its address unit',
  skips: { accesses: 'to unmapped addresses: the stream does not show their lines' },
  create(ledgers, judge) {
    const { taQueue } = ledgers.scenario.freedoms;
    /** The address units, by compute unit. */
    const units = new DefaultMap<number, AddressUnitTimeline>(() => new AddressUnitTimeline());
    const objects = new ObjectMap(ledgers.scenario.memory);
    const getUnit = (wave: number) => {
      const simd = findSimd(ledgers, wave);
      return simd === undefined ? undefined : units.getOrCreate(getComputeUnit(simd));
    };
    const violate = ({ wave, pc, cycle }: MemoryIssued | AddressUnitFull, [allowed, observed]: Problem) => {
      if (judge.fires())
        judge.reportAt(wave, cycle, {
          pc,
          unit: 'memory',
          allowed,
          observed: `${getWaveName(ledgers, wave)} ${observed}`,
          hint: 'Check how many lines the address unit counts for an access, and when its queue has room.',
        });
    };

    return {
      'memory-issued': (t) => {
        const { left: departureCycle, wave, cycle } = t;
        const unit = departureCycle === undefined ? undefined : getUnit(wave);
        if (departureCycle === undefined || unit === undefined) return;
        judge.armed++;
        if (unit.countInFlight(cycle) >= taQueue)
          violate(t, [
            `The queue of an address unit holds ${formatCount(taQueue, 'access', 'accesses')}.`,
            `issues access ${t.access} in cycle ${cycle}, while the queue is full.`,
          ]);
        const addresses = listAddresses(t);
        const lineCount = Math.max(1, countLines(addresses, t.bytes));
        const dueCycle = Math.max(cycle, unit.freeAt) + lineCount;
        // If an address is not mapped, the access's lines are unknown.
        if (departureCycle !== dueCycle && addresses.every((address) => objects.findIndex(address) >= 0))
          violate(t, [
            `Access ${t.access} touches ${formatCount(lineCount, '128-byte line', '128-byte lines')} and leaves its address unit in cycle ${dueCycle}.`,
            `issues it in cycle ${cycle}; it leaves in cycle ${departureCycle}.`,
          ]);
        unit.add(departureCycle);
      },
      'address-unit-full': (t) => {
        const problem = findNeedlessWait(ledgers, t, getUnit(t.wave)?.countInFlight(t.cycle) ?? taQueue);
        if (problem !== undefined) violate(t, problem);
      },
    };
  },
});

type Problem = readonly [allowed: string, observed: string];

function findNeedlessWait(ledgers: Ledgers, t: AddressUnitFull, queuedCount: number): Problem | undefined {
  const { wave, pc, cycle } = t;
  const { taQueue } = ledgers.scenario.freedoms;
  const program = findWaveProgram(ledgers, wave);
  const instruction = program && getInstructionAt(program, pc);
  if (instruction !== undefined && bypassesUnit(instruction))
    return [
      'Only vector accesses to memory wait for the address unit; LDS accesses can still use the bus.',
      `waits for it in cycle ${cycle} with an instruction that bypasses it.`,
    ];
  if (queuedCount >= taQueue) return undefined;
  return [
    `The queue of an address unit holds ${formatCount(taQueue, 'access', 'accesses')}.`,
    `waits for room in cycle ${cycle}, while the queue holds ${queuedCount}.`,
  ];
}

/** Returns whether an instruction goes to a data share or the scalar cache and therefore bypasses the address unit. */
function bypassesUnit({ kind, memory }: Instruction): boolean {
  if (kind === 'parameter-load') return true;
  return memory !== undefined && ['lds', 'gds', 'scalar'].includes(memory.space);
}
