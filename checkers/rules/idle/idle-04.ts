import {
  createSharerFinder,
  mayHaveOverlapped,
  mayReportFalseOverlaps,
  sharesQuadPixel,
} from '../../evidence/facts/sharers.js';
import type { Judge, Ledgers, WaveRecord } from '../../kit.js';
import { defineRule, formatWave, getWaveHistory } from '../../kit.js';

/**
 * Returns the first quad of a wave that starts a layer even though it shares no pixel with another primitive's
 * quad in the previous layer, or undefined if all layers are needed. Quad 0 starts the first layer regardless of
 * bit 0 (pops.md 5.2).
 */
function findNeedlessLayer(ledgers: Ledgers, wave: WaveRecord): number | undefined {
  let layerStart = 0;
  for (let quad = 1; quad < wave.quadCount; quad++) {
    if (((wave.intrawaveMask >>> quad) & 1) === 0) continue;
    if (!sharesQuadPixel(ledgers, wave, quad, wave, [layerStart, quad])) return quad;
    layerStart = quad;
  }
  return undefined;
}

/**
 * An overlapped wave's exit had not been counted when the wave's first quads arrived (U5, U7, U16). A sample
 * interlock may legally be programmed to order whole pixels (S-117), in which case sharing a pixel is enough. Waves
 * of draws without ordering are never reported as overlapping or overlapped (S-114). A new layer starts only at a
 * quad that shares a pixel with the previous layer (S-062).
 */
export const IDLE_04 = defineRule({
  id: 'IDLE-04',
  text: 'A wave is reported as overlapping or as having layers only if its quads overlap an unfinished wave or each other, unless the scenario allows false overlaps.',
  statements: ['S-013', 'S-062', 'S-072', 'S-088', 'S-117'],
  needs: ['wave-formed', 'section-exit'],
  bounds: ['falseOverlap'],
  unarmedReason: 'the scenarios allow false overlaps',
  skips: { waves: 'with layers: their own rule is that a layer overlaps an earlier one of the wave' },
  create(ledgers, judge) {
    const allowsFalseOverlaps = mayReportFalseOverlaps(ledgers.scenario.freedoms);
    if (allowsFalseOverlaps && ledgers.draws.every(({ interlocked }) => interlocked)) return {};
    const findSharer = createSharerFinder(ledgers);
    return {
      onWave: {
        'wave-formed': (wave) => {
          if (wave.hasLayers && !allowsFalseOverlaps) checkLayers(ledgers, judge, wave);
          if (!wave.didOverlap) return;
          if (wave.facts.interlocked && (allowsFalseOverlaps || wave.hasLayers)) return;
          const sharer = findSharer(wave);
          if (judge.finds(!mayHaveOverlapped(wave, sharer)))
            judge.reportAt(wave, wave.formedCycle, {
              unit: 'db',
              place: { ...(sharer === undefined ? {} : { otherWave: sharer.wave }) },
              allowed: `${formatWave(wave)} is reported as not overlapping, because ${explainNoOverlap(wave, sharer)}.`,
              observed: `${formatWave(wave)} is reported as overlapping.`,
              steps: [
                ...(sharer === undefined ? [] : getWaveHistory(ledgers, sharer)),
                ...getWaveHistory(ledgers, wave),
              ],
              hint: 'Look for entries left in the overlap table after their wave exited, and check the granularity of the lookup.',
            });
        },
      },
    };
  },
});

function checkLayers(ledgers: Ledgers, judge: Judge, wave: WaveRecord): void {
  const quad = findNeedlessLayer(ledgers, wave);
  if (judge.finds(quad))
    judge.reportAt(wave, wave.formedCycle, {
      unit: 'db',
      allowed: `Quad ${quad} stays in the layer of the quads before it, because it shares no pixel with them.`,
      observed: `${formatWave(wave)} has layers 0x${wave.intrawaveMask.toString(16)}, so quad ${quad} begins a new layer.`,
      steps: getWaveHistory(ledgers, wave),
      hint: 'Check how the packer detects overlap within a wave.',
    });
}

function explainNoOverlap({ facts }: WaveRecord, sharer: WaveRecord | undefined): string {
  if (!facts.interlocked) return `ordering is off in draw ${facts.index}`;
  const explanation =
    sharer === undefined
      ? 'no older wave covers any of its pixels or samples'
      : `${formatWave(sharer)}, the youngest wave that covers one of its pixels or samples, exited in cycle ${sharer.retiredCycle}`;
  return `${explanation}, and the scenario does not allow false overlaps`;
}
