import type { ColourFormat } from '../../arch/index.js';
import { counted, type KindIn, ofWave, textOf } from './at.js';

/** Number of values per pixel in the depth buffer, one for each sample index. */
export const DEPTH_SAMPLES = 16;

/** The fields of the kinds about exports, exits and the final contents of buffers and memory. */
export const RESULT_ROWS = {
  exported: counted({ pc: 'integer', target: 'integer', enabled: 'integer', done: 'flag' }),
  'colour-dumped': {
    target: 'integer',
    format: textOf<ColourFormat>(),
    width: 'integer',
    height: 'integer',
    samples: 'integer',
    words: 'i32',
  },
  'section-exit': ofWave({ packer: 'integer', id: 'integer' }),
  'exiting-id-visible': { packer: 'integer', id: 'integer' },
  'wave-ended': ofWave({ pc: 'integer', by: ['end', 'end-ordered', 'halt'], reason: 'text' }),
  'memory-dumped': { object: 'text', words: 'i32' },
  'gds-dumped': { words: 'i32' },
  'depth-tested': {
    draw: 'integer',
    before01: 'integer',
    before23: 'integer',
    after01: 'integer',
    after23: 'integer',
    stage: ['early', 'late'],
    /** Same numbering as `PrimitiveStarted`. */
    primitive: 'integer',
    /** In pixels, like `y`. */
    x: 'integer',
    y: 'integer',
  },
  'depth-dumped': { width: 'integer', height: 'integer', depth: 'f32', stencil: 'u8' },
} as const;

type Result<K extends keyof typeof RESULT_ROWS> = KindIn<typeof RESULT_ROWS, K>;

/**
 * The wave issues an export (trace.md). `target` is the target number, `enabled` has one bit per
 * channel, `done` is the last-export bit, and `pc` is the instruction's byte offset.
 */
export interface Exported extends Result<'exported'> {}
/**
 * The final contents of one target's colour buffer (trace.md): `height` rows of `width` pixels, with each
 * pixel's `samples` stored contiguously. `target` is the target number; `words` (borrowed) holds 32-bit values in
 * `format`.
 */
export interface ColourDumped extends Result<'colour-dumped'> {}
/**
 * The tracker of packer number `packer` counted this wave's exit (trace.md). On GFX10.3 and earlier, `id` belongs to
 * the packer's oldest wave that has not exited; on GFX11 and later, where each wave exits individually, it belongs to
 * this wave.
 */
export interface SectionExit extends Result<'section-exit'> {}
/**
 * From now on, polls of packer number `packer` see exiting id `id`. This follows `section-exit` after the
 * path's latency (trace.md).
 */
export interface ExitingIdVisible extends Result<'exiting-id-visible'> {}
/**
 * A wave ended; `by` says how: by `s_endpgm` (`end`), by the combined exit (`end-ordered`), or by a halt, with the
 * cause in `reason`. `pc` is the instruction's byte offset (trace.md).
 */
export interface WaveEnded extends Result<'wave-ended'> {}
/**
 * Final contents of a memory `object` after the device drained or stopped (trace.md): 32-bit `words`, valid only
 * during the callback.
 */
export interface MemoryDumped extends Result<'memory-dumped'> {}
/**
 * The final 32-bit `words` of GDS if a program accesses it, followed on GFX11 by the streamout registers (trace.md).
 * Valid only during the callback.
 */
export interface GdsDumped extends Result<'gds-dumped'> {}
/**
 * A quad underwent depth and stencil tests (trace.md). The `stage` is `early`, before packing, or `late`, after the
 * wave's export. `draw` is the number of the quad's draw, and `x` and `y` are the position of its top-left pixel. Each
 * bit of `before01` and `before23` stands for a tested sample, and each bit of `after01` and `after23` for one that
 * passed, as in `QUAD_COLUMN.MASK01` and `MASK23`.
 */
export interface DepthTested extends Result<'depth-tested'> {}
/**
 * The final contents of the depth buffer (trace.md): `height` rows of `width` pixels, with 16 values per
 * pixel, one for each sample index. `depth` is float32 and `stencil` 8 bits. Both are
 * valid only during the callback.
 */
export interface DepthDumped extends Result<'depth-dumped'> {}
