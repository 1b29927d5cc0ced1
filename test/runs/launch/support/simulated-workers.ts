import { shouldRunTwice } from '../../../../harness/one-test/run-twice.js';
import {
  type Batch,
  type BatchResult,
  makeEmptyResult,
  NO_CHIP,
} from '../../../../harness/workers/batch-result.js';
import type { LaunchedWorker, WorkerListener } from '../../../../runs/launch/pending-work.js';
import type { VirtualClock } from './virtual-clock.js';

/**
 * How simulated workers behave: mean times (actual times vary uniformly between 0 and twice the mean) and
 * probabilities.
 */
export interface Behaviour {
  /** Mean time until a worker is ready. */
  readonly startMs: number;
  /** Mean time until a message arrives. */
  readonly latencyMs: number;
  /** Probability that a worker dies while starting. */
  readonly failedStart: number;
  /**
   * Probability that a worker is lost during a batch; half of the lost workers fall silent, the others exit.
   */
  readonly loss: number;
  /** Probability that an answer is sent twice. */
  readonly repeatedAnswer: number;
  /** Probability that an answer is wrong. */
  readonly wrongAnswer: number;
  /** A test's duration in milliseconds, determined by its seed. */
  readonly costMs: (seed: string) => number;
}

/** A worker's heartbeat interval. */
const ALIVE_MS = 25_000;

/** Simulates workers without running tests or processes. Time comes from the clock, and randomness from `random`. */
export class SimulatedWorkers {
  /** Time spent on valid answers, counting only the first answer to each batch. */
  usedMs = 0;
  deaths = 0;
  private readonly answered = new Set<string>();

  constructor(
    private readonly clock: VirtualClock,
    private readonly behaviour: Behaviour,
    private readonly random: () => number,
  ) {}

  readonly launch = (listener: WorkerListener): LaunchedWorker => {
    const { clock, behaviour, random } = this;
    let hasExited = false;
    const schedule = (ms: number, action: () => void): void => {
      clock.after(ms, () => {
        if (!hasExited) action();
      });
    };
    const deliver = (action: () => void): void => schedule(2 * random() * behaviour.latencyMs, action);
    const die = (): void => {
      this.deaths++;
      hasExited = true;
      if (random() < 0.5) listener.onExit('ended');
    };
    schedule(2 * random() * behaviour.startMs, () => {
      if (random() >= behaviour.failedStart) {
        listener.onReady();
        return;
      }
      hasExited = true;
      listener.onExit('did not start');
    });
    const work = (number: number, batch: Batch): void => {
      const ms = batch.tests.reduce((sum, { seed }) => sum + behaviour.costMs(seed), 0);
      for (let aliveMs = ALIVE_MS; aliveMs < ms; aliveMs += ALIVE_MS)
        schedule(aliveMs, () => deliver(() => listener.onAlive(number)));
      if (random() < behaviour.loss) schedule(random() * ms, die);
      schedule(ms, () => {
        const isWrong = random() < behaviour.wrongAnswer;
        const sendAnswer = (): void =>
          listener.onAnswer(number, isWrong ? { problem: 'a lie' } : { result: this.createResult(batch) });
        deliver(() => {
          const name = `${batch.first} ${batch.again === true}`;
          if (!isWrong && !this.answered.has(name)) this.usedMs += ms;
          if (!isWrong) this.answered.add(name);
          sendAnswer();
        });
        if (random() < behaviour.repeatedAnswer) deliver(sendAnswer);
      });
    };
    return {
      assign: (number, batch) => {
        deliver(() => work(number, batch));
      },
      end: async () => {
        hasExited = true;
      },
    };
  };

  /** Creates a result whose cycles and digests identify its tests. */
  createResult({ first, tests, again }: Batch): BatchResult {
    const digests = tests.flatMap(({ seed }, row) =>
      again === true || shouldRunTwice(first + row) ? [{ row, digest: seed }] : [],
    );
    if (again === true) return { ...makeEmptyResult(first), digests };
    return {
      ...makeEmptyResult(first),
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
