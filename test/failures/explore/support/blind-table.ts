import { MarksTable } from '../../../../failures/explore/marks.js';
import type { Footprint } from '../../../../rtl-model/index.js';

/** A faulty reduction: a table that ignores conflicts over one type of state, such as memory words. */
export class LossyTable extends MarksTable {
  /** @param kind the first word of the footprint names to ignore. */
  constructor(private readonly kind: string) {
    super();
  }

  override fromFootprint({ reads, writes, additions, required }: Footprint) {
    const removeKind = (parts: ReadonlySet<string>): Set<string> =>
      new Set([...parts].filter((part) => part.split(' ')[0] !== this.kind));
    return super.fromFootprint({
      reads: removeKind(reads),
      writes: removeKind(writes),
      additions: removeKind(additions),
      required: removeKind(required),
    });
  }
}
