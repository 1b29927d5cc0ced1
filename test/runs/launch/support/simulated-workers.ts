import { runsTwice } from '../../../../harness/one-test/run-twice.js';
import type { Batch, BatchResult } from '../../../../harness/workers/batch-result.js';
import { emptyResult, NO_CHIP } from '../../../../harness/workers/batch-result.js';
import type { LaunchedWorker, WorkerListener } from '../../../../runs/launch/launched-worker.js';
import type { VirtualClock } from './virtual-clock.js';

/** Behaviour of simulated workers; each number is drawn uniformly between 0 and twice its mean, or is a probability. */
export interface Behaviour {
  readonly startMs: number;
  /** Of each message. */
  readonly latencyMs: number;
  /** That a worker ends during start-up. */
  readonly failedStart: number;
  /** That one is lost in a batch; half of these fall silent, the others end. */
  readonly death: number;
  /** That an answer comes twice. */
  readonly twice: number;
  /** That it is another batch's answer. */
  readonly lie: number;
  /** A test's time. */
  readonly costMs: (seed: string) => number;
}

/** How often a worker reports that it is working. */
const ALIVE_MS = 25_000;

/** Workers without tests, processes or machines: time comes from the clock, and chance from the seed. */
export class SimulatedWorkers {
  /** Time used for the first valid answers. */
  usedMs = 0;
  deaths = 0;
  private readonly answered = new Set<string>();

  constructor(
    private readonly clock: VirtualClock,
    private readonly behaviour: Behaviour,
    private readonly draw: () => number,
  ) {}

  readonly launch = (listener: WorkerListener): LaunchedWorker => {
    const { clock, behaviour, draw } = this;
    let isGone = false;
    const later = (ms: number, act: () => void): void => {
      clock.after(ms, () => {
        if (!isGone) act();
      });
    };
    const message = (act: () => void): void => later(2 * draw() * behaviour.latencyMs, act);
    const die = (): void => {
      this.deaths++;
      isGone = true;
      if (draw() < 0.5) listener.onGone('ended');
    };
    later(2 * draw() * behaviour.startMs, () => {
      if (draw() >= behaviour.failedStart) {
        listener.onReady();
        return;
      }
      isGone = true;
      listener.onGone('did not start');
    });
    const work = (number: number, batch: Batch): void => {
      const ms = batch.tests.reduce((sum, { seed }) => sum + behaviour.costMs(seed), 0);
      for (let at = ALIVE_MS; at < ms; at += ALIVE_MS)
        later(at, () => message(() => listener.onAlive(number)));
      if (draw() < behaviour.death) later(draw() * ms, die);
      later(ms, () => {
        const isLie = draw() < behaviour.lie;
        const tell = (): void =>
          listener.onAnswer(number, isLie ? { wrong: 'a lie' } : { result: this.resultOf(batch) });
        message(() => {
          const name = `${batch.first} ${batch.again === true}`;
          if (!isLie && !this.answered.has(name)) this.usedMs += ms;
          if (!isLie) this.answered.add(name);
          tell();
        });
        if (draw() < behaviour.twice) message(tell);
      });
    };
    return {
      give: (number, given) => {
        if ('batch' in given) message(() => work(number, given.batch));
      },
      end: async () => {
        isGone = true;
      },
    };
  };

  /** A result that identifies its test. */
  resultOf({ first, tests, again }: Batch): BatchResult {
    const digests = tests.flatMap(({ seed }, row) =>
      again === true || runsTwice(first + row) ? [{ row, digest: seed }] : [],
    );
    if (again === true) return { ...emptyResult(first), digests };
    return {
      ...emptyResult(first),
      outcomes: new Uint8Array(tests.length),
      chips: new Uint8Array(tests.length).fill(NO_CHIP),
      waves: new Uint32Array(tests.length),
      cycles: Float64Array.from(tests, ({ seed }) => Number(seed)),
      instructions: new Float64Array(tests.length),
      digests,
      testMs: tests.map(({ seed }) => this.behaviour.costMs(seed)),
    };
  }
}
