import { runScenario } from '../../rtl-model/index.js';
import { measureLiveBytes } from '../support/live-bytes.js';
import { buildScene } from './support/run-program.js';

/** The wave at which memory is first measured, once all pools have reached their full size. */
const EARLY_WAVE = 60_000;
/** The number of waves. Memory is measured again at the last one. */
const WAVES = 300_000;

/** The allowed difference in bytes between measurements in equivalent states, each after a garbage collection. */
const NOISE_BYTES = 2_000_000;

const EDGE = 64;
const EDGE_QUADS = EDGE / 2;
/** Edge length of a quad in 1/256ths of a pixel. */
const QUAD_SIZE = 512;

const PRIMITIVES = 10_000;

/** An ordered section (pops.md 5.4) that is entered and exited with nothing in between. */
const EMPTY_SECTION = `
  s_bitcmp1_b32 s1, 31
  s_cbranch_scc0 section
  s_bfe_u32 s2, s1, 0x2001c
  s_lshl1_add_u32 s2, s2, 1
  s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s2
  s_bfe_u32 s2, s1, 0xa0010
  s_nand_b32 s3, s1, 0x3ff
  s_add_i32 s2, s2, s3
poll:
  s_add_i32 s4, src_pops_exiting_wave_id, s3
  s_cmp_lt_u32 s2, s4
  s_cbranch_scc1 section
  s_sleep 0xffff
  s_branch poll
section:
  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)
  s_endpgm`;

/** Registers that enable primitive ordering and load the collision argument after the prim mask. */
const REGISTERS = { DB_SHADER_CONTROL: 1 << 16, SPI_SHADER_PGM_RSRC2_PS: 1 << 25 };

/** Returns the vertices of triangles that each fit in one quad and cycle through the screen's quads. */
function makeTinyTriangles(): number[] {
  return Array.from({ length: PRIMITIVES }, (_, i) => {
    const x = QUAD_SIZE * (i % EDGE_QUADS);
    const y = QUAD_SIZE * (Math.floor(i / EDGE_QUADS) % EDGE_QUADS);
    return [x, y, x + QUAD_SIZE, y, x, y + QUAD_SIZE];
  }).flat();
}

it('uses no more memory after 300,000 waves than after 60,000', () => {
  const scene = buildScene(EMPTY_SECTION, { registers: REGISTERS });
  const draw = {
    ...scene.draws[0],
    width: EDGE,
    height: EDGE,
    vertices: makeTinyTriangles(),
    depths: new Array<number>(PRIMITIVES).fill(0),
  };
  const longScenario = {
    ...scene,
    freedoms: { ...scene.freedoms, primitivesPerWave: 1, packers: 2 },
    draws: new Array<typeof draw>(WAVES / PRIMITIVES).fill(draw),
  };
  const bytesAt = new Map<number, number>();
  const { waves, stopped } = runScenario(
    longScenario,
    (t) => {
      if (t.kind !== 'wave-formed' || (t.wave !== EARLY_WAVE && t.wave !== WAVES - 1)) return;
      bytesAt.set(t.wave, measureLiveBytes());
    },
    { budget: { cycles: Number.POSITIVE_INFINITY, instructions: Number.POSITIVE_INFINITY } },
  );
  expect({ waves, stopped }).toEqual({ waves: WAVES, stopped: false });
  expect(bytesAt.get(WAVES - 1)! - bytesAt.get(EARLY_WAVE)!).toBeLessThan(NOISE_BYTES);
});
