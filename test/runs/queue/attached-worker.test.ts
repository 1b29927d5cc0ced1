import type { Worker } from 'bullmq';
import { describe, expect, it } from 'vitest';
import { attachedWorker } from '../../../runs/queue/attached-worker.js';

/** A worker that calls `attach` to attach, and records whether each close is forced. */
function fakeWorker(closed: (boolean | undefined)[], attach: () => void): Worker {
  return {
    waitUntilReady: async () => attach(),
    close: async (force?: boolean) => void closed.push(force),
  } as unknown as Worker;
}

describe('a worker that attaches to a queue', () => {
  it('is recreated, with a note, each time it is lost while attaching', async () => {
    const closed: (boolean | undefined)[] = [];
    let attempts = 0;
    let losses = 0;
    const make = (): Worker =>
      fakeWorker(closed, () => {
        if (++attempts < 3) throw new Error('connection is closed');
      });
    const worker = await attachedWorker(make, new AbortController().signal, () => losses++);
    expect([worker !== undefined, attempts, losses, closed]).toEqual([true, 3, 2, [true, true]]);
  });

  it('is closed without taking a job if it is stopped while attaching', async () => {
    const closed: (boolean | undefined)[] = [];
    const stop = new AbortController();
    const make = (): Worker => fakeWorker(closed, () => stop.abort());
    const worker = await attachedWorker(make, stop.signal, () => expect.unreachable());
    expect([worker, closed]).toEqual([undefined, [undefined]]);
  });
});
