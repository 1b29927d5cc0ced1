import { factsOf, findRegisterField, type Gfx, getUnusedCollisionBits } from '../../../arch/index.js';
import { computePrimMask, getUserData } from '../../evidence/reference/initial-scalars.js';
import type { DrawFacts, Ledgers, WaveRecord } from '../../kit.js';

/** The value that a program expects in an SGPR. Only the bits in `mask` matter. */
export interface ExpectedScalar {
  readonly register: number;
  readonly name: string;
  readonly mask: number;
  readonly value: number;
}

/** Bits 30 to 16. Bit 31, `bc_optimize`, is unspecified, and the lower bits are for LDS (pops.md 5.3). */
const PRIM_MASK_BITS = 0x7fff0000;

/** Returns the expected user SGPRs, which are the same for all waves of a draw. */
export function getDrawScalars(gfx: Gfx, { draw }: DrawFacts): readonly ExpectedScalar[] {
  const count = findRegisterField(gfx, draw.registers, 'SPI_SHADER_PGM_RSRC2_PS.USER_SGPR') ?? 0;
  return Array.from(getUserData(draw.registers).subarray(0, count), (value, register) => ({
    register,
    name: `SPI_SHADER_USER_DATA_PS_${register}`,
    mask: -1,
    value,
  }));
}

/** Returns a wave's system SGPRs, in the registers where its program expects them. */
export function getWaveScalars(
  { gfx, scenario }: Ledgers,
  wave: WaveRecord,
  scratchSlot: number,
): readonly ExpectedScalar[] {
  const expected: ExpectedScalar[] = [];
  for (const { file, name, register } of wave.facts.program.arguments) {
    if (file !== 's') continue;
    if (name === 'prim_mask')
      expected.push({ register, name, mask: PRIM_MASK_BITS, value: computePrimMask(wave) });
    else if (name === 'pops_collision_wave_id' && factsOf(gfx).hasWaveIds) {
      expected.push({
        register,
        name,
        mask: ~getUnusedCollisionBits(factsOf(gfx)),
        value: computeCollisionArgument(wave),
      });
    } else if (name === 'pops_intrawave_collision') {
      expected.push({ register, name, mask: (1 << (scenario.wave / 4)) - 1, value: wave.intrawaveMask });
    } else if (name === 'scratch_offset' && !factsOf(gfx).hardwareScratchBase && scratchSlot >= 0) {
      const units = findRegisterField(gfx, wave.facts.draw.registers, 'SPI_TMPRING_SIZE.WAVESIZE') ?? 0;
      expected.push({ register, name, mask: -1, value: scratchSlot * units * factsOf(gfx).scratchUnitBytes });
    }
  }
  return expected;
}

function computeCollisionArgument(wave: WaveRecord): number {
  return wave.id | (wave.newest << 16) | (wave.packer << 28) | (wave.didOverlap ? 1 << 31 : 0);
}
