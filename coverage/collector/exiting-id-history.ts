import type { Freedoms } from '../../transactions/index.js';

/** Tracks when a packer's exiting id, as seen by polls, moved past each id. It may skip several ids at once. */
export class ExitingIdHistory {
  /** When each id was last reached or skipped; 0 for never. */
  readonly #reachedAt: Int32Array;
  #visible: number;

  constructor({ idWrap, idStart }: Pick<Freedoms, 'idWrap' | 'idStart'>) {
    const idCount = idWrap + 1;
    this.#reachedAt = new Int32Array(idCount);
    this.#visible = idStart % idCount;
  }

  /** Makes polls see the given id from `time` onwards, which must be greater than 0. */
  advance(id: number, time: number): void {
    const idCount = this.#reachedAt.length;
    while (this.#visible !== id % idCount) {
      this.#visible = (this.#visible + 1) % idCount;
      this.#reachedAt[this.#visible] = time;
    }
  }

  /** Returns when the visible id moved past the given one, admitting waves that wait for it, or 0 if it has not. */
  passedAt(id: number): number {
    return this.#reachedAt[(id + 1) % this.#reachedAt.length]!;
  }
}
