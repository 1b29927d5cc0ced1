import type { Freedoms } from '../../transactions/index.js';

/** Tracks when a packer's exiting id, as seen by polls, moved past each id. It may skip several ids at once. */
export class ExitingIdHistory {
  /** When each id was last reached or skipped; 0 for never. */
  readonly #reachedAt: Int32Array;
  #visibleId: number;

  constructor({ idWrap, idStart }: Pick<Freedoms, 'idWrap' | 'idStart'>) {
    const idCount = idWrap + 1;
    this.#reachedAt = new Int32Array(idCount);
    this.#visibleId = idStart % idCount;
  }

  /** Makes the given id visible to polls from `time` onwards, which must be greater than 0. */
  advance(id: number, time: number): void {
    const idCount = this.#reachedAt.length;
    while (this.#visibleId !== id % idCount) {
      this.#visibleId = (this.#visibleId + 1) % idCount;
      this.#reachedAt[this.#visibleId] = time;
    }
  }

  /** Returns when the visible id moved past the given id, admitting the waves waiting for it, or 0 if it has not. */
  getPassTime(id: number): number {
    return this.#reachedAt[(id + 1) % this.#reachedAt.length]!;
  }
}
