import type { Difference } from '../../evidence/reference/compare.js';
import { runReference } from '../../evidence/reference/execute.js';
import { findUndeterminedLanes } from '../../evidence/reference/open-lanes.js';
import { isRead } from '../../evidence/reference/sequential-reference.js';
import { TouchMap } from '../../evidence/reference/touch-map.js';
import { createAccess, markUndefined, touchLanes } from '../../evidence/reference/touching.js';
import {
  DefaultMap,
  defineRule,
  type Finding,
  formatUnit,
  type Handlers,
  type Ledgers,
  locateUnit,
  type WaveRecord,
} from '../../kit.js';
import { FinalMemory, reportComparison } from './final-memory.js';

const NO_WAVE = -1;

/** Finds the order in which waves ran their sections at shared units, based on their ordered accesses. */
class SectionOrder {
  /** Formation order of the last wave that accessed each unit. */
  private readonly lastOrders: Int32Array;
  /** The waves that preceded each wave at any unit, all identified by their formation order. */
  private readonly predecessors = new DefaultMap<number, Set<number>>(() => new Set());

  constructor(private readonly ledgers: Ledgers) {
    this.lastOrders = new Int32Array(ledgers.grid.unitCount).fill(NO_WAVE);
  }

  readonly on: Handlers = {
    'memory-issued': (t) => {
      const access = this.ledgers.accesses.current.at(t);
      if (access === undefined) return;
      const { order } = access.wave;
      for (let i = 0; i < access.unitCount; i++) {
        const last = this.lastOrders[access.units[i]];
        if (last === order) continue;
        this.lastOrders[access.units[i]] = order;
        if (last !== NO_WAVE) this.predecessors.getOrCreate(order).add(last);
      }
    },
  };

  /**
   * Returns all waves in an order consistent with the order at every unit, falling back to formation order where
   * there is a choice. Returns undefined if no such order exists because sections were interleaved.
   */
  getSerialOrder(): readonly WaveRecord[] | undefined {
    const { formed } = this.ledgers.waves;
    const state = new Uint8Array(formed.length);
    const serial: WaveRecord[] = [];
    for (const { order } of formed.kept) if (!this.placeWave(order, state, serial)) return undefined;
    return serial;
  }

  /** Places a wave after its predecessors. Returns false if they form a cycle. */
  private placeWave(first: number, state: Uint8Array, serial: WaveRecord[]): boolean {
    const path = [first];
    while (path.length > 0) {
      const order = path[path.length - 1];
      if (state[order] !== PLACED) {
        state[order] = ON_PATH;
        const unplaced = [...(this.predecessors.get(order) ?? [])].filter((other) => state[other] !== PLACED);
        if (unplaced.some((other) => state[other] === ON_PATH)) return false;
        if (unplaced.length > 0) {
          path.push(unplaced[0]);
          continue;
        }
        state[order] = PLACED;
        serial.push(this.ledgers.waves.get(order));
      }
      path.pop();
    }
    return true;
  }
}

const ON_PATH = 1;
const PLACED = 2;

/**
 * The rule uses the observed order; if sections were interleaved, which ORD-01 reports, nothing is compared. Unlike
 * ORD-03, this rule checks memory that several invocations access, if the interlock orders it. It ignores stores from
 * waves that read memory written for other pixels, such as a shared counter, because no interlock determines that
 * order.
 */
export const ORD_09 = defineRule({
  id: 'ORD-09',
  text: 'Under an unordered interlock, final memory matches some serial execution of the sections at every overlap unit.',
  statements: ['S-002', 'S-143'],
  reads: ({ staleReads }) => [
    'wave-formed',
    'wave-ended',
    'memory-issued',
    'memory-performed',
    'memory-dumped',
    ...staleReads,
  ],
  unarmedReason: 'the interlock is ordered',
  create(ledgers, judge) {
    const { waves, grid, scenario, draws } = ledgers;
    const hasUnorderedDraws = draws.some(({ interlocked, ordered }) => interlocked && !ordered);
    if (!hasUnorderedDraws || scenario.ordered.length === 0) return {};
    const orderedNames = new Set(scenario.ordered.map(({ object }) => object));
    const touches = new TouchMap(scenario.memory, grid.hasSamples || grid.hasCoarseFragments, ledgers.memory);
    const memory = new FinalMemory(ledgers, ({ name }) => orderedNames.has(name));
    const sections = new SectionOrder(ledgers);
    return {
      ...memory.on,
      'memory-issued': (t) => {
        sections.on['memory-issued']?.(t);
        const wave = t.space === 'scalar' ? undefined : waves.find(t.wave);
        if (wave === undefined) return;
        const { bytes, texelsPerLane } = t;
        const writes = t.operation !== 'load';
        const isKnown = wave.facts.interlocked;
        touchLanes(touches, grid, wave, t, { bytes, writes, texelsPerLane, isOrderKnown: isKnown });
      },
      finish: () => {
        const serialOrder = sections.getSerialOrder();
        if (judge.lacks(memory.missingInput)) return;
        if (serialOrder === undefined) {
          judge.lacks('a serial order of the sections');
          return;
        }
        const reference = runReference(ledgers, serialOrder, {
          beforeAccess: (wave, operation, request) => {
            if (operation.space === 'scalar') return;
            const isKnown = wave.facts.interlocked;
            touchLanes(touches, grid, wave, request, { isOrderKnown: isKnown, ...createAccess(operation) });
          },
        });
        if (reference.kind === 'unknown') {
          judge.lacks(reference.reason);
          return;
        }
        let outcomes = memory.compare(reference.words, touches);
        // Finding the undetermined lanes requires another execution, so it is only done if anything differs.
        if (outcomes.some(({ differences }) => differences.length > 0)) {
          const undeterminedLanes = findUndeterminedLanes(ledgers, serialOrder, {
            touches,
            reads: (wave, operation) => wave.facts.interlocked && isRead(operation),
            isOrderKnown: () => true,
          });
          for (const [wave, lanes] of undeterminedLanes) markUndefined(touches, grid, wave, lanes, true);
          outcomes = memory.compare(reference.words, touches);
        }
        reportComparison(judge, outcomes, (cycle, difference) => describe(ledgers, cycle, difference));
      },
    };
  },
});

function describe(ledgers: Ledgers, cycle: number, difference: Difference): Finding {
  const { grid } = ledgers;
  const { owner } = difference;
  const unit = owner === undefined ? undefined : (grid.getFirstPixel(owner) + 1) * grid.unitsPerPixel - 1;
  const location = unit === undefined ? '' : `, accessed only at ${formatUnit(ledgers, unit)}`;
  return {
    cycle,
    unit: 'memory',
    place: unit === undefined ? {} : locateUnit(ledgers, unit),
    allowed: `${difference.item} of ${difference.object} (address 0x${difference.address.toString(16)}${location}) ends up as ${difference.expected}, the result of running the sections in the observed order.`,
    observed: `${difference.item} of ${difference.object} ends up as ${difference.observed}.`,
    steps: [],
    hint: 'Look for lost or repeated accesses, stale data, and accesses outside sections.',
  };
}
