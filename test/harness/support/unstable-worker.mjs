import { existsSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** A replacement worker. The names of the tests' sequences decide how it ends. */
export function runTask(batch) {
  const { ticket } = batch;
  parentPort.postMessage({ ticket, began: true });
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
    if (sequence === 'memory') grow();
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
    digests: [],
    prints: [],
  };
}

function grow() {
  const kept = [];
  for (;;) kept.push(new Array(100_000).fill(kept.length));
}
