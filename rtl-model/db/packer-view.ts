import type { EntryHolder, ExitView, OverlapTable } from './overlap-table.js';

/** The wave that a packer is forming, as overlap detection sees it. */
export interface FormingWave {
  /** The wave's sequence number in its packer. */
  readonly sequence: number;
  readonly overlap: EntryHolder & {
    /** The stamp of the current layer. Quads in the same layer must not overlap. */
    readonly layer: number;
  };
}

/** The packer state that overlap detection uses. */
export interface PackerView {
  readonly exits: ExitView;
  readonly table: Pick<OverlapTable, 'overflows' | 'stalls' | 'addConservativeOverlap' | 'record'>;
}
