import type { ColourFormat, ExportType } from '../../arch/index.js';
import type { At, CounterValues, OfWave } from './at.js';

/**
 * The wave issued an export (trace.md): `target` is the target's number, `enabled` has a bit per channel, `done` is the
 * last-export bit, `pc` the instruction's byte offset.
 */
export type Exported = OfWave &
  CounterValues & {
    readonly kind: 'exported';
    readonly pc: number;
    readonly target: number;
    readonly enabled: number;
    readonly done: boolean;
  };
/**
 * The wave requests the export bus (P-083) for an export or a global data share access. `index`: number of the colour buffer's
 * packer, or of the position buffer's array. `pc`: byte offset of the instruction.
 */
export type ExportRequested = OfWave & {
  readonly kind: 'export-requested';
  readonly pc: number;
  readonly type: ExportType;
  readonly index: number;
};
/**
 * The wave drives the bus with its current register contents (P-086, P-087). A wave's requests are granted in
 * order. A global data share access has `target` -1 and no `data` here; its `memory-issued` has them.
 * `enabled` has a bit per source; `data[word * lanes + lane]`, borrowed, holds the words of these sources, and
 * is empty if there are none. `compressed`: two values per word. `pc` (a byte offset) and `index` as in
 * `ExportRequested`; `lanesLo` and `lanesHi`: EXEC at export issue, a bit per lane.
 */
export type ExportGranted = OfWave & {
  readonly kind: 'export-granted';
  readonly pc: number;
  readonly type: ExportType;
  readonly index: number;
  readonly target: number;
  readonly enabled: number;
  readonly compressed: boolean;
  /** EXEC at export issue. */
  readonly lanesLo: number;
  readonly lanesHi: number;
  readonly data: Int32Array;
};
/** The wave received export space (P-080); `packer` is -1 for position buffers. */
export type SxAllocated = OfWave & { readonly kind: 'sx-alloc'; readonly packer: number };
/**
 * The wave released its export space (trace.md); `packer` is its packer's number, -1 for position buffers.
 */
export type SxFreed = OfWave & { readonly kind: 'sx-freed'; readonly packer: number };
/**
 * Final contents of one target's colour buffer (trace.md): rows of `width` pixels, `height` of them, with a pixel's `samples`
 * adjacent. `target` is the target number; `words` are 32 bits each, in `format`, borrowed.
 */
export type ColourDumped = At & {
  readonly kind: 'colour-dumped';
  readonly target: number;
  readonly format: ColourFormat;
  readonly width: number;
  readonly height: number;
  readonly samples: number;
  readonly words: Int32Array;
};
