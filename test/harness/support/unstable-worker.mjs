import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';

const secondRuns = new BroadcastChannel('second-runs');

/**
 * Pretends to run a batch. A test's sequence name makes it pass, throw, hang, exit or exhaust the memory. Tells the
 * thread of each test that is run a second time.
 */
export function runTask(batch) {
  const { ticket } = batch;
  parentPort.postMessage({ ticket, began: true });
  if (batch.again) secondRuns.postMessage(batch.tests.map(() => threadId));
  for (const { sequence, seed } of batch.tests) {
    if (sequence === 'once' && !existsSync(seed)) {
      writeFileSync(seed, '');
      process.exit(5);
    }
    if (sequence === 'exit') process.exit(7);
    if (sequence === 'last-words') {
      parentPort.postMessage({ ticket, printed: 'I cannot ' });
      parentPort.postMessage({ ticket, printed: 'go on\n' });
      process.exit(8);
    }
    if (sequence === 'throw') throw new Error('thrown on purpose');
    if (sequence === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (sequence === 'memory') exhaustMemory();
  }
  const count = batch.tests.length;
  return {
    first: batch.first,
    outcomes: new Uint8Array(count),
    chips: new Uint8Array(count),
    waves: new Uint32Array(count).fill(1),
    cycles: new Float64Array(count),
    instructions: new Float64Array(count),
    failures: [],
    rules: {},
    sequences: {},
    checks: { unchecked: [], memory: {} },
    testMs: batch.tests.map(() => 1),
    digests: batch.tests.flatMap((_, row) =>
      batch.again || (batch.first + row) % 100 === 50 ? { row, digest: '' } : [],
    ),
    prints: [],
  };
}

function exhaustMemory() {
  const arrays = [];
  for (;;) arrays.push(new Array(100_000).fill(arrays.length));
}
