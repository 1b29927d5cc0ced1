import type { Freedoms } from '../../transactions/index.js';

/** When one packer's exiting id, as seen by polls, moved past each id; may skip several at once. */
export class ShownIds {
  /** By id, when it was last reached or skipped; 0 for never. */
  readonly #reachedAt: Int32Array;
  #shown: number;

  constructor({ idWrap, idStart }: Pick<Freedoms, 'idWrap' | 'idStart'>) {
    const ids = idWrap + 1;
    this.#reachedAt = new Int32Array(ids);
    this.#shown = idStart % ids;
  }

  /** Polls see this id from `time`, which is above 0. */
  move(id: number, time: number): void {
    const ids = this.#reachedAt.length;
    while (this.#shown !== id % ids) {
      this.#shown = (this.#shown + 1) % ids;
      this.#reachedAt[this.#shown] = time;
    }
  }

  /** When the shown id moved past the wave with this id, which has exited since; 0 if it was past from the start. */
  passedAt(id: number): number {
    return this.#reachedAt[(id + 1) % this.#reachedAt.length]!;
  }
}
