import { WordHistory } from '../../evidence/findings/word-history.js';
import type { Difference } from '../../evidence/reference/compare.js';
import type { Finding, Judge, Ledgers, WaveRecord } from '../../kit.js';
import {
  defineRule,
  formatInstructionAt,
  formatUnit,
  formatWave,
  locateUnit,
  mergeHandlers,
} from '../../kit.js';
import { FinalMemory, reportComparison } from './final-memory.js';
import { type UnorderedObject, UnorderedObjects } from './unordered-objects.js';

/**
 * The reference executes the formed waves in order, one at a time. Only checked if all waves ended; otherwise, more
 * accesses could follow. A word is compared if, in both executions, it was touched only by invocations of one pixel
 * (or invocations with samples in common), or only by commuting atomics. Other words are skipped and counted, as are:
 * - writes by waves that took a value from a shared counter;
 * - under an unordered interlock, writes by waves that read what other waves wrote;
 * - if the ordering is defined only by the program, writes by waves that read a word that several pixels access and
 *   at least one of them writes;
 * - words already covered by a VIS warning;
 * - objects that no section accesses. Each gets a single warning, since leaving it unordered may be intentional.
 *
 * If only a wave's helper lanes read order-dependent values, only the results that depend on these values are
 * skipped. Lists are compared element by element if every draw is ordered. Contents that the scenario expects are
 * always compared, whatever the interlock and whichever waves touched them.
 */
export const ORD_03 = defineRule({
  id: 'ORD-03',
  text: 'Final memory equals the result of the sequential reference and the contents the scenario expects.',
  statements: ['S-002', 'S-101', 'P-027', 'P-107', 'P-108'],
  needs: ['wave-formed', 'wave-ended', 'memory-issued', 'memory-dumped'],
  reads: ({ staleReads }) => staleReads,
  costs: 'it compares every word of memory with the reference at the end',
  create(ledgers, judge) {
    const isOrdered = ledgers.draws.every(({ ordered }) => ordered);
    const memory = new FinalMemory(ledgers, ({ compare }) => isOrdered || compare.kind === 'bytes');
    const unordered = new UnorderedObjects(ledgers);
    const history =
      ledgers.historyAddress === undefined ? undefined : new WordHistory(ledgers, ledgers.historyAddress);
    return {
      ...mergeHandlers([memory.on, unordered.on, history?.on]),
      finish: () => {
        if (judge.lacks(memory.missingInput)) return;
        memory.compareExpected(judge);
        const reference = ledgers.reference.run();
        if (reference.kind === 'unknown') {
          judge.lacks(reference.reason);
          return;
        }
        ledgers.reference.markRacesUndefined();
        const { touches } = ledgers.reference;
        let outcomes = memory.compare(reference.words, touches);
        const hasDifferences = (): boolean => outcomes.some(({ differences }) => differences.length > 0);
        const unorderedObjects = hasDifferences() ? unordered.getObjects() : [];
        for (const { object } of unorderedObjects) touches.markObjectUnordered(object);
        if (unorderedObjects.length > 0) {
          warnAboutUnordered(ledgers, judge, outcomes, unorderedObjects);
          outcomes = memory.compare(reference.words, touches);
        }
        // Finding unordered readers requires another execution, so it is only done if anything differs.
        if (hasDifferences()) {
          for (const address of unordered.getCounters()) touches.markWordUnordered(address);
          ledgers.reference.markReadsUndefined(ledgers.ordered.isInferred);
          outcomes = memory.compare(reference.words, touches);
        }
        reportComparison(judge, outcomes, (cycle, difference) =>
          describe(ledgers, cycle, difference, history),
        );
      },
    };
  },
});

/**
 * Reports one warning for each unordered object whose final contents differ, since leaving it unordered may be
 * intentional.
 */
function warnAboutUnordered(
  ledgers: Ledgers,
  judge: Judge,
  outcomes: readonly { readonly cycle: number; readonly differences: readonly Difference[] }[],
  unorderedObjects: readonly UnorderedObject[],
): void {
  for (const { object, access, draw } of unorderedObjects) {
    const { name } = ledgers.scenario.memory[object]!;
    for (const { cycle, differences } of outcomes) {
      const difference = differences.find((candidate) => candidate.object === name);
      if (difference === undefined) continue;
      const accessName = formatInstructionAt(ledgers, draw.decoded, access.pc);
      if (judge.fires())
        judge.report({
          ...describe(ledgers, cycle, difference),
          severity: 'warning',
          unit: 'program',
          place: { draw: draw.index, pc: access.pc },
          allowed: `${accessName} and every other instruction that accesses ${name} do so outside the section, so these accesses are unordered.`,
          hint: `If ${name} is not supposed to depend on timing, access it in the section.`,
        });
    }
  }
}

function describe(ledgers: Ledgers, cycle: number, difference: Difference, history?: WordHistory): Finding {
  const { grid } = ledgers;
  const location = difference.owner;
  const isKnownLocation = location !== undefined && location < grid.width * grid.height;
  const pixel = isKnownLocation ? grid.getFirstPixel(location) : -1;
  const unit = isKnownLocation ? pixel * grid.unitsPerPixel + grid.unitsPerPixel - 1 : 0;
  const description = `${difference.item} of ${difference.object} (address 0x${difference.address.toString(16)}${isKnownLocation ? `, touched only by ${formatUnit(ledgers, unit)}` : ''})`;
  return {
    cycle,
    unit: 'memory',
    place: { ...(isKnownLocation ? locateUnit(ledgers, unit) : {}), address: difference.address },
    allowed: `${description} should end up as ${difference.expected}, the result of running the waves one after another in primitive order.`,
    observed: `${difference.item} of ${difference.object} ends up as ${difference.observed}.`,
    steps: getSteps(ledgers, isKnownLocation ? location : undefined, difference, history),
    hint: 'Fix earlier ordering and race violations first. If there are none, look for lost or repeated accesses, stale data, or an instruction that the device and the reference execute differently.',
  };
}

/**
 * Returns the steps of the finding: the waves that cover a location, in formation order, then all accesses to the
 * word if its history was recorded.
 */
function getSteps(
  { waves, grid }: Ledgers,
  location: number | undefined,
  { address, value }: Difference,
  history: WordHistory | undefined,
): string[] {
  const findLane = (wave: WaveRecord): number =>
    wave.lanePixels.findIndex((pixel) => pixel >= 0 && grid.getLocation(pixel) === location);
  const formatPixel = (): string => grid.getCoordinates(grid.getFirstPixel(location!)).join(', ');
  const covering = waves.formed.kept.filter((wave) => findLane(wave) >= 0);
  return [
    ...covering.map(
      (wave) =>
        `${formatWave(wave)} runs primitive ${wave.getPrimitive(findLane(wave) >> 2)} at pixel (${formatPixel()}), in lane ${findLane(wave)}`,
    ),
    ...(history?.address === address && value !== undefined ? history.getSteps(value, covering) : []),
  ];
}
