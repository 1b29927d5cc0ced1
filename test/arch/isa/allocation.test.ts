import { chipOf, decodeCached, getAllocation, limitToAllocation } from '../../../arch/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { decodeSource } from '../support/machine.js';

/** Returns registers whose RSRC1 has the given VGPRS and SGPRS values. */
const makeRegisters = (vgprs: number, sgprs = 0) => ({ SPI_SHADER_PGM_RSRC1_PS: vgprs | (sgprs << 6) });

const getKindsOrReasons = (decoded: ReturnType<typeof decodeSource>) =>
  decoded.instructions.map(({ kind, reason }) => (kind === 'illegal' ? reason : kind));

describe('a register allocation', () => {
  it.each([
    ['gfx9', 64, 4, 24],
    ['gfx10', 32, 8, 106],
    ['gfx10.3', 64, 4, 106],
    ['gfx11', 32, 8, 106],
  ] as const)('counts VGPRs on %s wave%i in granules of %i', (gfx, wave, granule, scalars) => {
    expect(getAllocation(gfx, wave, makeRegisters(3, 2))).toMatchObject({ vectors: 4 * granule, scalars });
  });

  it('rejects only instructions that use VGPRs outside it', () => {
    const decoded = decodeSource('v_mov_b32_e32 v15, v0\nv_add_f32_e32 v1, v16, v0\ns_endpgm');
    const limited = limitToAllocation(decoded, makeRegisters(1));
    expect(getKindsOrReasons(limited)).toEqual([
      'alu',
      'register v16 is outside the allocation of 16',
      'end',
    ]);
    expect(limited.instructions[0]).toBe(decoded.instructions[0]);
  });

  it('counts every register of a wide operand', () => {
    const decoded = decodeSource('global_load_dwordx4 v[13:16], v[0:1], off\ns_endpgm');
    expect(getKindsOrReasons(limitToAllocation(decoded, makeRegisters(1)))[0]).toMatch(/^register v16 /);
  });

  it('limits SGPRs, but not VCC, on GFX9', () => {
    const decoded = decodeSource('s_mov_b32 s15, 0\ns_mov_b64 s[14:15], vcc\ns_mov_b32 s16, 0', 'gfx9', 64);
    expect(getKindsOrReasons(limitToAllocation(decoded, makeRegisters(63, 1)))).toEqual([
      'alu',
      'alu',
      'register s16 is outside the allocation of 16',
    ]);
  });

  it('returns a program unchanged if it fits, and caches the limited version of one that does not', () => {
    const decoded = decodeSource('v_mov_b32_e32 v15, v0\ns_endpgm');
    expect(limitToAllocation(decoded, makeRegisters(1))).toBe(decoded);
    expect(limitToAllocation(decoded, {})).toBe(decoded);
    expect(limitToAllocation(decoded, makeRegisters(0))).toBe(limitToAllocation(decoded, makeRegisters(0)));
  });

  it.each(['vega10', 'navi10', 'navi21', 'navi31'] as const)(
    'is large enough for every %s corpus program',
    (chip) => {
      const { gfx, waveSizes } = chipOf(chip);
      for (const wave of waveSizes) {
        for (const { id, instructions, regs } of openCorpus().records(chip, wave)) {
          const decoded = decodeCached(
            instructions.flatMap(({ words }) => words.map(Number)),
            gfx,
            wave,
          );
          const registers = { SPI_SHADER_PGM_RSRC1_PS: Number(regs.SPI_SHADER_PGM_RSRC1_PS) };
          expect(limitToAllocation(decoded, registers), id).toBe(decoded);
        }
      }
    },
  );
});
