import type { Gfx } from '../../arch/index.js';
import { registerField } from '../../arch/index.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { primMask, userData } from '../reference/initial-scalars.js';

/** One SGPR as a program was compiled to find it; only the bits of `mask` carry something. */
export interface ExpectedScalar {
  readonly register: number;
  readonly name: string;
  readonly mask: number;
  readonly value: number;
}

/** Bits of the collision argument that mean something: own id, newest, packer, overlap (pops.md 5.1). */
const COLLISION_BITS: Readonly<Record<Gfx, number>> = {
  gfx9: 0x93ff03ff | 0,
  gfx10: 0xb3ff03ff | 0,
  'gfx10.3': 0xb3ff03ff | 0,
  gfx11: 0,
};

/** Bytes of one unit of SPI_TMPRING_SIZE.WAVESIZE where an SGPR carries the offset. */
const SCRATCH_UNIT = 1024;

/** SGPRs that the program of a wave relies on at its start, by the places that it was compiled for. */
export function expectedScalars(
  { gfx, scenario }: Ledgers,
  wave: WaveRecord,
  scratchSlot: number,
): readonly ExpectedScalar[] {
  const { registers } = wave.facts.draw;
  const quads = scenario.wave / 4;
  const field = (name: string): number => registerField(gfx, registers, name) ?? 0;
  const given = userData(registers).subarray(0, field('SPI_SHADER_PGM_RSRC2_PS.USER_SGPR'));
  const expected: ExpectedScalar[] = Array.from(given, (value, register) => ({
    register,
    name: `SPI_SHADER_USER_DATA_PS_${register}`,
    mask: -1,
    value,
  }));
  for (const { file, name, register } of wave.facts.program.arguments) {
    if (file !== 's') continue;
    if (name === 'prim_mask') expected.push({ register, name, mask: 0xffff0000 | 0, value: primMask(wave) });
    else if (name === 'pops_collision_wave_id') {
      expected.push({ register, name, mask: COLLISION_BITS[gfx], value: collisionArgument(wave) });
    } else if (name === 'pops_intrawave_collision') {
      expected.push({ register, name, mask: (1 << quads) - 1, value: wave.intrawaveMask });
    } else if (name === 'scratch_offset' && gfx !== 'gfx11' && scratchSlot >= 0) {
      const bytes = field('SPI_TMPRING_SIZE.WAVESIZE') * SCRATCH_UNIT;
      expected.push({ register, name, mask: -1, value: scratchSlot * bytes });
    }
  }
  return expected;
}

function collisionArgument(wave: WaveRecord): number {
  return wave.id | (wave.newest << 16) | (wave.packer << 28) | (wave.didOverlap ? 1 << 31 : 0);
}
