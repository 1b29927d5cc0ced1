import { findRegisterField } from '../../../arch/index.js';
import type { WaveClosing } from '../../../transactions/index.js';
import { mayReportFalseOverlaps, sharesQuadPixel } from '../../evidence/facts/sharers.js';
import { defineRule, formatCount, type Ledgers, QUAD, type WaveRecord } from '../../kit.js';
import { CostByDraw } from './cost-by-draw.js';

/** The register field that holds the edge length of break regions: squares that no wave may extend beyond. */
const BREAK_FIELD = 'PA_SC_SHADER_CONTROL.WAVE_BREAK_REGION_SIZE';

/** The edge length in pixels is 2 ** (this + field value). There are no regions if the field is 0. */
const EDGE_LOG2_BASE = 2;

/**
 * Whether the first quad of `next` could have joined the packer's previous wave, despite the reason given for
 * closing that wave.
 *
 * @param sizes the size of each draw's break regions, from its register
 */
function mayShareWave(
  ledgers: Ledgers,
  previous: WaveRecord,
  next: WaveRecord,
  reason: WaveClosing,
  sizes: readonly number[],
): boolean {
  if (previous.facts.index !== next.facts.index) return false;
  if (reason === 'draw-end') return true;
  if (reason === 'overlap') return !sharesQuadPixel(ledgers, next, 0, previous, [0, previous.quadCount]);
  const size = sizes[previous.facts.index];
  const getRegion = ({ quads }: WaveRecord, column: number): number =>
    quads[column] >> (EDGE_LOG2_BASE + size);
  return (
    size === 0 || [QUAD.X, QUAD.Y].every((column) => getRegion(previous, column) === getRegion(next, column))
  );
}

/** Closing reasons that are checked against the next wave's first quad. */
const CHECKED_REASONS: readonly WaveClosing[] = ['overlap', 'region', 'draw-end'];

/**
 * It cannot if it overlaps the wave, is in another break region, or the draw has ended. Closing a wave too early leaves
 * lanes empty, and takes up an extra slot and id.
 */
export const PERF_08 = defineRule({
  id: 'PERF-08',
  text: 'A wave is closed early only if the next quad cannot join it.',
  severity: 'warning',
  statements: ['S-060', 'P-016'],
  needs: ['wave-formed'],
  unarmedReason: 'no wave was closed early',
  skips: { devices: 'that may report false overlaps: they may close any wave (U5, U7, U16)' },
  create(ledgers, judge) {
    const { scenario, gfx } = ledgers;
    if (mayReportFalseOverlaps(scenario.freedoms)) return {};
    /** Each packer's last wave and why it was closed, if that reason must be checked against the next wave. */
    const closedByPacker: ({ readonly wave: WaveRecord; readonly reason: WaveClosing } | undefined)[] = [];
    const costs = new CostByDraw();
    const regionSizes = ledgers.draws.map(
      ({ draw }) => findRegisterField(gfx, draw.registers, BREAK_FIELD) ?? 0,
    );

    return {
      onWave: {
        'wave-formed': (wave, { packer, reason }) => {
          const previous = closedByPacker[packer];
          closedByPacker[packer] = CHECKED_REASONS.includes(reason) ? { wave, reason } : undefined;
          if (previous === undefined) return;
          const cost = costs.getCost(previous.wave.facts.index);
          cost.waveCount++;
          if (mayShareWave(ledgers, previous.wave, wave, previous.reason, regionSizes)) cost.affectedCount++;
        },
      },
      finish: (end) =>
        costs.check(ledgers, judge, end, {
          describe: ({ affectedCount, waveCount }) => ({
            allowed: 'A wave is closed early only if the next quad cannot join it.',
            observed: `${affectedCount} of ${formatCount(waveCount, 'wave', 'waves')} that were closed early could have taken the next quad.`,
            hint: 'Check what the packer compares before it closes a wave: covered pixels, break regions and the draw.',
          }),
        }),
    };
  },
});
