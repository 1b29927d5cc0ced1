import type { EntryHolder, ExitView, OverlapTable } from './overlap-table.js';

/** The wave that a packer forms, as overlap detection sees it. */
export interface FormingWave {
  /** Sequence number in its packer. */
  readonly sequence: number;
  readonly overlap: EntryHolder & {
    /** Stamp of its current layer; quads of one layer must not overlap. */
    readonly layer: number;
  };
}

/** One packer's state as used by a lookup. */
export interface PackerView {
  readonly exits: ExitView;
  readonly table: Pick<OverlapTable, 'overflows' | 'stalls' | 'answer' | 'record'>;
}
