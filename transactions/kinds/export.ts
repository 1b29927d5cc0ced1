import type { ColourFormat, ExportType } from '../../arch/index.js';
import type { At, CounterValues, OfWave } from './at.js';

/**
 * The wave issues an export (trace.md). `target` is the target number, `enabled` has one bit per
 * channel, `done` is the last-export bit, and `pc` is the instruction's byte offset.
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
 * The wave requests the export bus (P-083) for an export or a GDS access. `index` is the packer number for colour
 * exports, or the array number for position exports. `pc` is the instruction's byte offset.
 */
export type ExportRequested = OfWave & {
  readonly kind: 'export-requested';
  readonly pc: number;
  readonly type: ExportType;
  readonly index: number;
};
/**
 * The wave drives the bus with the current contents of its registers (P-086, P-087). A wave's requests are granted in
 * order. A GDS access has `target` -1 and no `data` here, because its words are in its `memory-issued` event. `enabled`
 * has one bit per source; `data` (borrowed) holds the enabled sources' words, indexed by `word * lanes + lane`, and is
 * empty if there are none. `compressed` means that there are two values per word. `pc` and `index` have the
 * same meaning as in `ExportRequested`; `lanesLo` and `lanesHi` are EXEC when the export was issued, one bit per lane.
 */
export type ExportGranted = OfWave & {
  readonly kind: 'export-granted';
  readonly pc: number;
  readonly type: ExportType;
  readonly index: number;
  readonly target: number;
  readonly enabled: number;
  readonly compressed: boolean;
  /** EXEC when the export was issued. */
  readonly lanesLo: number;
  readonly lanesHi: number;
  readonly data: Int32Array;
};
/** The wave is allocated export space (P-080); `packer` is -1 for position buffers. */
export type SxAllocated = OfWave & { readonly kind: 'sx-alloc'; readonly packer: number };
/** The wave releases its export space (trace.md). `packer` is its packer number, or -1 for position buffers. */
export type SxFreed = OfWave & { readonly kind: 'sx-freed'; readonly packer: number };
/**
 * The final contents of one target's colour buffer (trace.md): `height` rows of `width` pixels, with each
 * pixel's `samples` stored contiguously. `target` is the target number; `words` (borrowed) holds 32-bit values in
 * `format`.
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
