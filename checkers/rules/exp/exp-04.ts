import type { ExportBuffer } from '../../evidence/facts/export-space.js';
import { getBufferKey, getBufferName, getExportBuffer } from '../../evidence/facts/export-space.js';
import type { BoundDescription } from '../../evidence/findings/knob-bound.js';
import { DefaultMap, defineRule, describeBound, formatCount, type Ledgers, NEVER } from '../../kit.js';
import { reportExport } from './report.js';

/**
 * A wave is allocated space only if it has none. When the device is at rest, no wave that has released its resources
 * still holds space.
 */
export const EXP_04 = defineRule({
  id: 'EXP-04',
  text: 'Space in colour and position buffers is never over-allocated; the wave that holds it releases it once, after its last export.',
  statements: ['P-057', 'P-077', 'P-090'],
  needs: ['wave-formed', 'sx-alloc', 'sx-freed'],
  bounds: ['exportSpace', 'positionSpace'],
  create(ledgers, judge) {
    /** The cycle in which each wave that is still in the device released its space. */
    const freedCycles = new Map<number, number>();
    /** The waves that hold space in each buffer. */
    const holders = new DefaultMap<number, Set<number>>(() => new Set());
    const report = (wave: number, cycle: number, [allowed, observed, bound]: SpaceViolation): void =>
      reportExport(ledgers, judge, wave, -1, {
        cycle,
        unit: 'sx',
        allowed,
        observed,
        hint: 'Check where space is counted and released; SPI and SX keep separate counts.',
        ...bound,
      });
    // A wave that has left the ledger has released its resources.
    const isReleased = (number: number): boolean =>
      (ledgers.waves.find(number) ?? ledgers.background.find(number))?.releasedCycle !== NEVER;
    return {
      'sx-alloc': (t) => {
        const buffer = getExportBuffer(ledgers, t);
        if (buffer === undefined) return;
        judge.armed++;
        const holding = holders.getOrCreate(getBufferKey(buffer));
        // Space allocated to a wave that already has some is not counted and never released.
        if (holding.has(t.wave))
          report(t.wave, t.cycle, [
            'A wave is allocated export space only once.',
            'is allocated space although it already has some',
          ]);
        holding.add(t.wave);
        freedCycles.delete(t.wave);
        if (holding.size > buffer.maxWaves)
          report(t.wave, t.cycle, describeExcess(ledgers, buffer, holding.size));
      },
      'sx-freed': (t) => {
        const buffer = getExportBuffer(ledgers, t);
        if (buffer === undefined) return;
        judge.armed++;
        if (!isReleased(t.wave)) freedCycles.set(t.wave, t.cycle);
        if (holders.getOrCreate(getBufferKey(buffer)).delete(t.wave)) return;
        report(t.wave, t.cycle, [
          'A wave releases only space that it holds.',
          'releases space that it does not hold',
        ]);
      },
      'export-granted': (t) => {
        const freedCycle = freedCycles.get(t.wave);
        if (t.type === 'gds' || freedCycle === undefined || t.cycle <= freedCycle) return;
        report(t.wave, t.cycle, [
          'A wave keeps its space until its last export has been sent.',
          `exports into space that it released in cycle ${freedCycle}`,
        ]);
      },
      'resource-released': (t) => void freedCycles.delete(t.wave),
      'background-released': (t) => void freedCycles.delete(t.wave),
      quiesced: (t) => {
        for (const waves of holders.values())
          for (const wave of waves)
            if (isReleased(wave))
              report(wave, t.cycle, ['A finished wave has released its space.', 'still holds it']);
      },
    };
  },
});

type SpaceViolation = readonly [allowed: string, observed: string, bound?: BoundDescription];

function describeExcess({ scenario }: Ledgers, buffer: ExportBuffer, holderCount: number): SpaceViolation {
  return [
    `At most ${formatCount(buffer.maxWaves, 'wave', 'waves')} hold space in ${getBufferName(buffer)}.`,
    `brings the number of waves holding space to ${holderCount}`,
    describeBound(scenario, buffer.kind === 'colour' ? 'exportSpace' : 'positionSpace', holderCount),
  ];
}
