import type { ColourFormat, ExportType } from '../../arch/index.js';
import type { At, CounterValues, OfWave } from './at.js';

/**
 * The wave issued an export instruction (trace.md): `target` is its number, `enabled` a bit for each channel, `done` its
 * last-export bit, `pc` its byte offset.
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
 * The wave asks for the export bus (P-083), with an export or an access to the global data share. `index`: number of the packer of
 * a colour buffer, or of the array of a position buffer. `pc`: byte offset of the instruction.
 */
export type ExportRequested = OfWave & {
  readonly kind: 'export-requested';
  readonly pc: number;
  readonly type: ExportType;
  readonly index: number;
};
/**
 * The wave drives the bus with what its registers hold now (P-086, P-087). Requests of a wave are granted in order. An access to
 * the global data share has `target` -1 and no `data` here: its `memory-issued` has them. `data[word * lanes + lane]`, which is
 * borrowed, has the words of the export's `enabled` sources, a bit each; it is empty where none is. `compressed`: two values share
 * a word. `pc` (a byte offset) and `index` as in `ExportRequested`; `lanesLo` and `lanesHi`: a bit for each lane of EXEC when the
 * export was issued.
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
/**
 * Export space that a wave had reserved is free again (trace.md); `packer` is the number of its packer, -1 where it is of a
 * position buffer.
 */
export type SxFreed = OfWave & { readonly kind: 'sx-freed'; readonly packer: number };
/**
 * Final content of one target's colour buffer (trace.md): rows of `width` pixels, `height` of them, the `samples` of a pixel one
 * after another. `target` is the number of the target; `words` are 32 bits each, in `format`, borrowed.
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
