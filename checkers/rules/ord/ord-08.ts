import { findUnitIndex } from '../../evidence/ledger/overlaps.js';
import { defineRule, formatUnit, formatWave, type Ledgers, locateUnit, type WaveRecord } from '../../kit.js';

const KEY_LANES = 64;

/** Only if both draws require primitive order. Other draws between them make no difference. */
export const ORD_08 = defineRule({
  id: 'ORD-08',
  text: 'Invocations that share a pixel or sample are formed in primitive order, regardless of binning and out-of-order options.',
  statements: ['S-140', 'S-143', 'S-151', 'P-009', 'S-138', 'P-040'],
  needs: ['wave-formed'],
  create: (ledgers, judge) => ({
    onWave: {
      'wave-formed': (wave) => {
        if (!wave.facts.ordered) return;
        const inversion = findInversion(ledgers, wave, () => {
          judge.armed++;
        });
        if (inversion !== undefined && judge.fires()) {
          const { unit, primitive, other, otherPrimitive } = inversion;
          judge.reportAt(wave, wave.formedCycle, {
            unit: 'sc',
            place: { ...locateUnit(ledgers, unit), otherWave: other.wave, primitive, otherPrimitive },
            allowed: 'Invocations that share a pixel or sample are formed in primitive order.',
            observed: `${formatWave(wave)} covers ${formatUnit(ledgers, unit)} with primitive ${primitive} after ${formatWave(other)} covered it with primitive ${otherPrimitive}.`,
            steps: [
              `cycle ${other.formedCycle}: ${formatWave(other)} is formed with primitive ${otherPrimitive}`,
              `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed with primitive ${primitive}`,
            ],
            hint: 'Check the order in which the binner replays a batch, and the out-of-order rasterisation setting.',
          });
        }
      },
    },
  }),
});

/** Returns an invocation of a wave that was formed after an invocation of a later primitive. */
function findInversion(ledgers: Ledgers, wave: WaveRecord, onCompare: () => void) {
  const { units, unitStarts } = wave.held;
  for (let lane = 0; lane < wave.lanePixels.length; lane++)
    for (let i = unitStarts[lane]; i < unitStarts[lane + 1]; i++) {
      const key = findLastOrdered(ledgers, wave.previousKeys[i], units[i]);
      if (key < 0) continue;
      const other = ledgers.waves.get(Math.floor(key / KEY_LANES));
      onCompare();
      const primitive = wave.getPrimitive(lane >> 2);
      const otherPrimitive = other.getPrimitive((key % KEY_LANES) >> 2);
      if (otherPrimitive > primitive) return { unit: units[i], primitive, other, otherPrimitive };
    }
  return undefined;
}

/** Returns the key of the last lane, up to a key, that covered a unit in a draw that requires order, or -1. */
function findLastOrdered({ waves }: Ledgers, last: number, unit: number): number {
  for (let key = last; key >= 0; ) {
    const wave = waves.findByOrder(Math.floor(key / KEY_LANES));
    if (wave === undefined) return -1;
    if (wave.facts.ordered) return key;
    key = wave.previousKeys[findUnitIndex(wave, key % KEY_LANES, unit)];
  }
  return -1;
}
