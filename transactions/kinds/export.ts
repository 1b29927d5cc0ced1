import type { ColourFormat, ExportType } from '../../arch/index.js';
import type { At, CounterValues, OfWave } from './at.js';

/** The wave issued an export instruction. */
export type Exported = OfWave &
  CounterValues & {
    readonly kind: 'exported';
    readonly pc: number;
    readonly target: number;
    readonly enabled: number;
    readonly done: boolean;
  };
/**
 * The wave asks for the export bus (P-083), with an export or an access to the global data share. `index`: the packer of a
 * colour buffer, or the array of a position buffer.
 */
export type ExportRequested = OfWave & {
  readonly kind: 'export-requested';
  readonly pc: number;
  readonly type: ExportType;
  readonly index: number;
};
/**
 * The wave drives the bus with what its registers hold now (P-086, P-087). Requests of a wave are granted in order.
 * An access to the global data share has target -1 and no data here: its `memory-issued` has them.
 * Borrowed: `data[word * lanes + lane]` has the words of the export's enabled sources; it is empty where none is.
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
/** Export space is the wave's (P-080); `packer` is -1 where it is of a position buffer. */
export type SxAllocated = OfWave & { readonly kind: 'sx-alloc'; readonly packer: number };
/** Export space that a wave had reserved is free again. */
export type SxFreed = OfWave & { readonly kind: 'sx-freed'; readonly packer: number };
/** Final content of one target's colour buffer: rows of pixels, a pixel's samples one after another. Borrowed. */
export type ColourDumped = At & {
  readonly kind: 'colour-dumped';
  readonly target: number;
  readonly format: ColourFormat;
  readonly width: number;
  readonly height: number;
  readonly samples: number;
  readonly words: Int32Array;
};
