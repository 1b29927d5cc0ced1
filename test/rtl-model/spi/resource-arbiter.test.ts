import { expect, it } from 'vitest';
import { chipOf } from '../../../arch/index.js';
import { simdCount } from '../../../rtl-model/placement.js';
import type { Freedoms } from '../../../transactions/index.js';
import { heard, programScene, type SceneChanges } from '../support/run-program.js';

/** What the refused waves of a draw lack; all waves hold their resources for long. */
function lacked(freedoms: Partial<Freedoms>, draws = 40, changes: SceneChanges = {}): Set<string> {
  const scene = programScene('s_sleep 127\ns_endpgm', {
    draws,
    // A row of four registers for each lane of a wave64, a few of which fill a SIMD of the smallest size.
    registers: { SPI_SHADER_PGM_RSRC1_PS: 0 },
    freedoms: { packers: 1, exportSpace: 256, ...freedoms },
    ...changes,
  });
  return new Set(heard(scene, 'launch-refused').map(({ resource }) => resource));
}

const SIMDS = simdCount(chipOf('navi21'));

it('a wave that finds no slot anywhere lacks a slot', () => {
  expect(lacked({ waveSlots: 1 })).toEqual(new Set(['wave-slot']));
  expect(lacked({ waveSlots: SIMDS })).toEqual(new Set(['wave-slot']));
});

it('a SIMD has sixteen slots, whatever the knob says (P-036)', () => {
  const everyone = { waveSlots: 1024, stagedWaves: 64, primitivesPerWave: 1 };
  expect(lacked(everyone, 16 * SIMDS)).toEqual(new Set());
  expect(lacked(everyone, 16 * SIMDS + 40)).toEqual(new Set(['wave-slot']));
});

it('a wave lacks registers if some SIMD has a slot for it, whatever the others lack', () => {
  // One wave fills the registers of a SIMD; all SIMDs have a slot, and one has a second.
  expect(lacked({ waveSlots: SIMDS + 1, registerRows: 16 })).toEqual(new Set(['vgpr']));
  expect(lacked({ waveSlots: 2 * SIMDS, registerRows: 16 })).toEqual(new Set(['vgpr']));
});

it('a wave lacks scalar registers where waves share them and none are left, although slots are', () => {
  // 112 of the 800 scalars of a SIMD for each wave: seven fit, and no eighth.
  const changes = { chip: 'vega10', registers: { SPI_SHADER_PGM_RSRC1_PS: 13 << 6 } } as const;
  const everyone = { stagedWaves: 64, waveSlots: 1024, primitivesPerWave: 1 };
  const simds = simdCount(chipOf('vega10'));
  expect(lacked(everyone, 7 * simds, changes)).toEqual(new Set());
  expect(lacked(everyone, 7 * simds + 20, changes)).toEqual(new Set(['sgpr']));
});
