import type { Difference } from '../../evidence/reference/compare.js';
import { runReference } from '../../evidence/reference/execute.js';
import { findUndeterminedLanes } from '../../evidence/reference/open-lanes.js';
import { isRead } from '../../evidence/reference/sequential-reference.js';
import { TouchMap } from '../../evidence/reference/touch-map.js';
import { createAccess, markUndefined, touchLanes } from '../../evidence/reference/touching.js';
import { defineRule, type Finding, formatUnit, type Ledgers, locateUnit } from '../../kit.js';
import { FinalMemory, reportComparison } from './final-memory.js';
import { SectionOrder } from './section-order.js';

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
            touchLanes(touches, grid, wave, request, { ...createAccess(operation), isOrderKnown: isKnown });
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
    observed: `Its final value is ${difference.observed}.`,
    steps: [],
    hint: 'Look for lost or repeated accesses, stale data, and accesses outside sections.',
  };
}
