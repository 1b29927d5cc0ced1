import type { ChipName } from '../../../../../arch/index.js';
import type { ScoreboardOptions } from '../../../../../checkers/index.js';
import type { LitmusName, RuleId, Verdict } from '../../../../../transactions/index.js';
import {
  countLitmusRuns,
  getLitmusKnobValues,
  LITMUS_MEMORY,
  LITMUS_RESULT_WORDS,
  LITMUS_TESTS,
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
    const baseScene = scene({ chip, freedoms: { ...getLitmusKnobValues(cell), ...knobs } });
    const memory = [
      ...baseScene.memory,
      {
        name: LITMUS_MEMORY,
        address: 2 * OTHER,
        bytes: 65536,
        initial: [],
        compare: { kind: 'ignore' } as const,
      },
    ];
    super({
      ...baseScene,
      litmus: cell,
      memory,
      draws: baseScene.draws.map((draw) => ({ ...draw, interlock: 'none' })),
    });
    this.runs = countLitmusRuns(cell);
    this.threads = LITMUS_TESTS[cell].threads;
    this.words = new Int32Array(this.runs * LITMUS_RESULT_WORDS);
  }

  /** Forms the given number of waves. The default is all waves of all runs. */
  formAll(waves = this.runs * this.threads): this {
    for (let primitive = 0; primitive < waves; primitive++)
      this.form([{ ...PIXEL, primitive, masks: [1, 0, 0, 0] }]);
    return this;
  }

  /** Sets the values that a run reads. */
  setResults(run: number, ...values: readonly number[]): this {
    this.words.set(
      values.map((value) => value + 1),
      run * LITMUS_RESULT_WORDS,
    );
    return this;
  }

  /** Sets the same values for every run. */
  setAllResults(...values: readonly number[]): this {
    for (let run = 0; run < this.runs; run++) this.setResults(run, ...values);
    return this;
  }

  /** Makes the L0 with index `cache` serve an access by the given thread of a run. */
  serveFromL0(run: number, thread: number, cache: number): this {
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

  /** Adds a poll in which the given thread of a run reads exiting id `id`. */
  addPoll(run: number, thread: number, id: number): this {
    const wave = run * this.threads + thread;
    return this.add({ kind: 'exiting-id-polled', cycle: this.cycle + 1, wave, pc: 0, packer: 0, id });
  }

  /** Ends the stream with the memory dump, and checks it. */
  finish(options?: ScoreboardOptions): Verdict {
    this.add({ kind: 'memory-dumped', cycle: this.cycle + 1, object: LITMUS_MEMORY, words: this.words });
    return this.judge(options);
  }

  /** Violations of the WEAK rules. */
  get findings(): readonly { readonly rule: RuleId; readonly observed: string }[] {
    return this.finish().violations.filter(({ rule }) => rule.startsWith('WEAK'));
  }
}
