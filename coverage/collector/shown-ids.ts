import type { Freedoms } from '../../transactions/index.js';

/** Tracks when the exiting id of a packer, as polls see it, moved past each id; it may skip several at once. */
export class ShownIds {
  /** The time at which each id was last reached or skipped; 0 for never. */
  readonly #reachedAt: Int32Array;
  #shown: number;

  constructor({ idWrap, idStart }: Pick<Freedoms, 'idWrap' | 'idStart'>) {
    const idCount = idWrap + 1;
    this.#reachedAt = new Int32Array(idCount);
    this.#shown = idStart % idCount;
  }

  /** Polls see this id from `time` on, which is greater than 0. */
  move(id: number, time: number): void {
    const idCount = this.#reachedAt.length;
    while (this.#shown !== id % idCount) {
      this.#shown = (this.#shown + 1) % idCount;
      this.#reachedAt[this.#shown] = time;
    }
  }

  /** The time at which the shown id moved past this id, which admits waves that wait for it; 0 if that has not happened. */
  passedAt(id: number): number {
    return this.#reachedAt[(id + 1) % this.#reachedAt.length]!;
  }
}
