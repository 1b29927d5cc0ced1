import type { ChipName } from '../../../../../arch/index.js';
import type { ScoreboardOptions } from '../../../../../checkers/index.js';
import {
  LITMUS_CELLS,
  LITMUS_MEMORY,
  LITMUS_RESULT_WORDS,
  type LitmusName,
  litmusFreedoms,
  litmusRuns,
  type RuleId,
  type Verdict,
} from '../../../../../transactions/index.js';
import { OTHER, scene } from '../../../support/scenes.js';
import { Stream } from '../../../support/stream.js';

const PIXEL = { x: 0, y: 0 };

/** The stream of a litmus test: its waves and the results that they store. */
export class LitmusStream extends Stream {
  readonly runs: number;
  private readonly words: Int32Array;
  private readonly threads: number;

  constructor(cell: LitmusName, chip: ChipName = 'navi21', knobs: object = {}) {
    const plain = scene({ chip, freedoms: { ...litmusFreedoms(cell), ...knobs } });
    const memory = [
      ...plain.memory,
      {
        name: LITMUS_MEMORY,
        address: 2 * OTHER,
        bytes: 65536,
        initial: [],
        compare: { kind: 'ignore' } as const,
      },
    ];
    super({
      ...plain,
      litmus: cell,
      memory,
      draws: plain.draws.map((draw) => ({ ...draw, interlock: 'none' })),
    });
    this.runs = litmusRuns(cell);
    this.threads = LITMUS_CELLS[cell].threads;
    this.words = new Int32Array(this.runs * LITMUS_RESULT_WORDS);
  }

  /** Forms the given number of waves. By default, forms those of all runs. */
  formAll(waves = this.runs * this.threads): this {
    for (let primitive = 0; primitive < waves; primitive++)
      this.form([{ ...PIXEL, primitive, masks: [1, 0, 0, 0] }]);
    return this;
  }

  /** Sets the values that a run read. */
  results(run: number, ...read: readonly number[]): this {
    this.words.set(
      read.map((value) => value + 1),
      run * LITMUS_RESULT_WORDS,
    );
    return this;
  }

  /** Sets the same values for every run. */
  allResults(...read: readonly number[]): this {
    for (let run = 0; run < this.runs; run++) this.results(run, ...read);
    return this;
  }

  /** Makes the L0 with the given index serve a thread of a run. */
  servedBy(run: number, thread: number, cache: number): this {
    const wave = run * this.threads + thread;
    const [cycle, access] = [this.cycle + 1, wave];
    return this.add({
      kind: 'memory-performed',
      cycle,
      wave,
      access,
      level: 'L0',
      cache,
      data: new Int32Array(0),
    });
  }

  /** Makes a thread of a run read exiting id `id`. */
  polled(run: number, thread: number, id: number): this {
    const wave = run * this.threads + thread;
    return this.add({ kind: 'exiting-id-polled', cycle: this.cycle + 1, wave, pc: 0, packer: 0, id });
  }

  /** Ends the stream with the memory dump, and checks it. */
  done(options?: ScoreboardOptions): Verdict {
    this.add({ kind: 'memory-dumped', cycle: this.cycle + 1, object: LITMUS_MEMORY, words: this.words });
    return this.judge(options);
  }

  /** The findings of the WEAK rules. */
  get found(): readonly { readonly rule: RuleId; readonly observed: string }[] {
    return this.done().violations.filter(({ rule }) => rule.startsWith('WEAK'));
  }
}
