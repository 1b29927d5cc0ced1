import { factsOf, findRegisterField } from '../../../arch/index.js';
import type { SelfOverlap } from '../../evidence/ledger/overlaps.js';
import { defineRule, formatUnit, formatWave, type Ledgers, locateUnit, type WaveRecord } from '../../kit.js';

/** Intrawave collision is never loaded on GFX11 and later. The older primitive is in the earlier layer. */
export const ORD_07 = defineRule({
  id: 'ORD-07',
  text: 'Without intrawave collision, a wave never holds overlapping quads of different primitives; with it, such quads are in different layers.',
  statements: ['S-058', 'S-060', 'S-061', 'S-062', 'S-063', 'S-067', 'S-073', 'S-075'],
  needs: ['wave-formed'],
  unarmedReason: 'no wave had more than one quad or overlapped another',
  create(ledgers, judge) {
    const hasLayers = ledgers.draws.map(({ draw }) => loadsIntrawave(ledgers, draw.registers));
    return {
      onWave: {
        'wave-formed': (wave) => {
          if (wave.quadCount > 1 || wave.predecessors.length > 0) judge.armed++;
          for (const overlap of ledgers.overlaps.selfOverlaps) {
            const problem = hasLayers[wave.facts.index]
              ? findLayerProblem(wave, overlap)
              : 'there are no layers to separate them';
            if (problem !== undefined && judge.fires()) {
              const { firstQuad, secondQuad, unit } = overlap;
              judge.reportAt(wave, wave.formedCycle, {
                unit: 'sc',
                place: {
                  ...locateUnit(ledgers, unit),
                  primitive: wave.getPrimitive(firstQuad),
                  otherPrimitive: wave.getPrimitive(secondQuad),
                },
                allowed:
                  'Quads of different primitives that share a pixel are in different waves or, if the draw loads intrawave collision, in different layers.',
                observed: `Quads ${firstQuad} and ${secondQuad} of ${formatWave(wave)} (primitives ${wave.getPrimitive(firstQuad)} and ${wave.getPrimitive(secondQuad)}) share ${formatUnit(ledgers, unit)}, and ${problem}.`,
                hint: 'Check that the packer starts a new wave when a quad overlaps the current one.',
              });
            }
          }
        },
      },
    };
  },
});

/** Whether a draw loads the intrawave argument: both registers and the generation must allow it (pops.md 7). */
function loadsIntrawave({ gfx }: Ledgers, registers: Readonly<Record<string, number>>): boolean {
  return (
    factsOf(gfx).hasIntrawaveCollisions &&
    findRegisterField(gfx, registers, 'SPI_SHADER_PGM_RSRC2_PS.LOAD_INTRAWAVE_COLLISION') === 1 &&
    findRegisterField(gfx, registers, 'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION') === 1
  );
}

/** Returns the index of a quad's layer. Quad 0 starts the first layer regardless of bit 0 (pops.md 5.2). */
function getLayer(wave: WaveRecord, quad: number): number {
  let layer = 0;
  for (let i = 1; i <= quad; i++) layer += (wave.intrawaveMask >>> i) & 1;
  return layer;
}

function findLayerProblem(wave: WaveRecord, { firstQuad, secondQuad }: SelfOverlap): string | undefined {
  if (getLayer(wave, firstQuad) === getLayer(wave, secondQuad)) return 'they are in the same layer';
  if (wave.getPrimitive(firstQuad) > wave.getPrimitive(secondQuad))
    return 'the younger one is in the earlier layer';
  return undefined;
}
