import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { runScenario } from '../../rtl-model/index.js';
import { programScene } from './support/run-program.js';

/** Waves at which memory is measured: early, when all pools have grown, and at the end. */
const EARLY = 60_000;
const LATE = 300_000;

/** Difference in bytes allowed between two garbage collections of the same state. */
const NOISE_BYTES = 2_000_000;

/** Edge of the screen in pixels and in quads, and of a quad in 1/256 pixel. */
const EDGE = 64;
const QUADS = EDGE / 2;
const QUAD = 512;

const PRIMITIVES = 10_000;

/** The entry of an ordered section (pops.md 5.4) and its exit, with nothing between. */
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

/** Primitive ordering on, and the collision argument loaded after the prim mask. */
const REGISTERS = { DB_SHADER_CONTROL: 1 << 16, SPI_SHADER_PGM_RSRC2_PS: 1 << 25 };

/** Triangles within a quad, one per wave, repeatedly over the same pixels. */
function tinyTriangles(): number[] {
  return Array.from({ length: PRIMITIVES }, (_, i) => {
    const x = QUAD * (i % QUADS);
    const y = QUAD * (Math.floor(i / QUADS) % QUADS);
    return [x, y, x + QUAD, y, x, y + QUAD];
  }).flat();
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

it('runs 300,000 waves in the memory needed by a fifth of them', () => {
  const scene = programScene(EMPTY_SECTION, { registers: REGISTERS });
  const draw = {
    ...scene.draws[0],
    width: EDGE,
    height: EDGE,
    vertices: tinyTriangles(),
    depths: new Array<number>(PRIMITIVES).fill(0),
  };
  const many = {
    ...scene,
    freedoms: { ...scene.freedoms, primitivesPerWave: 1, packers: 2 },
    draws: new Array<typeof draw>(LATE / PRIMITIVES).fill(draw),
  };
  const bytesAt = new Map<number, number>();
  const { waves, stopped } = runScenario(
    many,
    (t) => {
      if (t.kind !== 'wave-formed' || (t.wave !== EARLY && t.wave !== LATE - 1)) return;
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      bytesAt.set(t.wave, heapUsed + arrayBuffers);
    },
    { budget: { cycles: Number.POSITIVE_INFINITY, instructions: Number.POSITIVE_INFINITY } },
  );
  expect({ waves, stopped }).toEqual({ waves: LATE, stopped: false });
  expect(bytesAt.get(LATE - 1)! - bytesAt.get(EARLY)!).toBeLessThan(NOISE_BYTES);
});
