import type { Worker } from 'bullmq';
import { attachWorker } from '../../../runs/queue/attached-worker.js';

/** Creates a worker that attaches by calling `attach`, and records whether each close is forced. */
function createFakeWorker(closed: (boolean | undefined)[], attach: () => void): Worker {
  return {
    waitUntilReady: async () => attach(),
    close: async (force?: boolean) => void closed.push(force),
  } as unknown as Worker;
}

describe('a worker that attaches to a queue', () => {
  it('is recreated, and the loss reported, each time it is lost while attaching', async () => {
    const closed: (boolean | undefined)[] = [];
    let attempts = 0;
    let losses = 0;
    const createWorker = (): Worker =>
      createFakeWorker(closed, () => {
        if (++attempts < 3) throw new Error('connection is closed');
      });
    const worker = await attachWorker(createWorker, new AbortController().signal, () => losses++);
    expect([worker !== undefined, attempts, losses, closed]).toEqual([true, 3, 2, [true, true]]);
  });

  it('is closed without taking a job if it is stopped while attaching', async () => {
    const closed: (boolean | undefined)[] = [];
    const stop = new AbortController();
    const createWorker = (): Worker => createFakeWorker(closed, () => stop.abort());
    const worker = await attachWorker(createWorker, stop.signal, () => expect.unreachable());
    expect([worker, closed]).toEqual([undefined, [undefined]]);
  });
});
