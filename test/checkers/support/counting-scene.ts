import { assembleProgram } from '../../../arch/index.js';
import type { ExportGranted, Scenario } from '../../../transactions/index.js';
import { BUFFER, scene } from './scenes.js';
import { Stream } from './stream.js';

/** A program that adds one to the first word of the buffer, and exports the previous value and 7. */
const PROGRAM = `
  buffer_load_dword v1, off, s[0:3], 0
  s_waitcnt vmcnt(0)
  v_add_nc_u32_e32 v2, 1, v1
  buffer_store_dword v2, off, s[0:3], 0
  s_waitcnt_vscnt null, 0x0
  v_mov_b32_e32 v3, 7
  exp mrt0 v1, v3, off, off done vm
  s_endpgm`;

const EXPORT_PC = 40;
const LANES = 32;
const RAW_BUFFER = 0x31016fac;

const DESCRIPTOR = Object.fromEntries(
  [BUFFER, 0, 1024, RAW_BUFFER].map((word, index) => [`SPI_SHADER_USER_DATA_PS_${index}`, word]),
);

/** Registers for 32-bit red and green colours and no depth. */
export const RED_GREEN = { SPI_SHADER_COL_FORMAT: 2, SPI_SHADER_Z_FORMAT: 0 };

/** Creates a scene with two primitives whose invocations all increment one buffer word. All bytes are compared. */
export function createCountingScene(registers: Readonly<Record<string, number>>): Scenario {
  const base = scene({ primitives: 2, draw: { registers: { ...DESCRIPTOR, ...registers } } });
  const program = { name: 'count', words: assembleProgram(PROGRAM, 'gfx10.3'), arguments: [], inputs: [] };
  return { ...base, programs: [program], memory: [{ ...base.memory[0]!, compare: { kind: 'bytes' } }] };
}

/** A granted export, including the words of lane 0. */
export type Grant = Partial<ExportGranted> & { readonly words: readonly [number, number] };

/** The first wave's export if the waves run in primitive order. */
export const FIRST: Grant = { words: [0, 7] };
/** The second wave's export if the waves run in primitive order. */
export const SECOND: Grant = { words: [1, 7] };

/**
 * Returns a stream with two waves, from formation to end. Each covers the top-left pixel of one quad; the second wave's
 * quad is at column `secondX`. Grant n is for wave n unless it sets `wave`; undefined stands for no grant.
 */
export function createCountingStream(
  scenario: Scenario,
  grants: readonly (Grant | undefined)[],
  secondX = 0,
): Stream {
  const stream = new Stream(scenario);
  for (const [primitive, x] of [0, secondX].entries())
    stream.form([{ x, y: 0, primitive, masks: [1, 0, 0, 0] }]);
  grants.forEach((grant, wave) => {
    if (grant === undefined) return;
    const { words, ...changes } = grant;
    const data = new Int32Array(4 * LANES);
    words.forEach((word, component) => {
      data[component * LANES] = word;
    });
    const base = { wave, pc: EXPORT_PC, index: 0, target: 0, enabled: 3, compressed: false, data };
    const cycle = stream.cycle + 1;
    const lanes = { lanesLo: 1, lanesHi: 0 };
    stream.add({ kind: 'export-granted', cycle, type: 'colour', ...base, ...lanes, ...changes });
  });
  return stream.end(0).end(1).quiesce();
}
