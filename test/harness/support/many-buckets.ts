import { join } from 'node:path';
import { RUN_FILES } from '../../../harness/basics/run-files.js';
import type { FailureSummary } from '../../../harness/one-test/one-test.js';
import { OUTCOMES } from '../../../harness/records/finding.js';
import { appendEvents } from '../../../harness/run-directory/event-log.js';
import { makeEvents } from '../../../harness/run-directory/logged-result.js';
import { makeEmptyResult } from '../../../harness/workers/batch-result.js';
import { writeRun } from './stored-run.js';

/** The number of failures per batch in the log. */
const BATCH_SIZE = 1000;

/** How a run's buckets are grouped: each on its own, or all together. */
export type Grouping = 'separate' | 'grouped';

/** Writes a run directory whose log has the given number of failures, each in its own bucket, and returns its path. */
export function writeManyBuckets(folder: string, name: string, buckets: number, grouping: Grouping): string {
  writeRun(folder, name, { day: 1, tests: 0, failures: {}, end: 'interrupted', seconds: 1 });
  for (let first = 0; first < buckets; first += BATCH_SIZE) {
    const failures = Array.from({ length: Math.min(BATCH_SIZE, buckets - first) }, (_, row) =>
      makeFailure(first + row, grouping),
    );
    const tests = failures.length;
    const result = {
      ...makeEmptyResult(first),
      outcomes: new Uint8Array(tests).fill(OUTCOMES.indexOf('failed')),
      chips: new Uint8Array(tests),
      waves: new Uint32Array(tests).fill(10),
      cycles: new Float64Array(tests),
      instructions: new Float64Array(tests),
      sequences: { rmw_buffer: tests },
      failures,
    };
    appendEvents(join(folder, name, RUN_FILES.log), makeEvents(result, first));
  }
  return join(folder, name);
}

function makeFailure(index: number, grouping: Grouping): FailureSummary {
  const signature = `ORD-06 spi gfx10 program_${index}`;
  return {
    test: { sequence: 'rmw_buffer', index, seed: `0x${index.toString(16)}` },
    outcome: 'failed',
    signature,
    rule: 'ORD-06',
    waves: 10 + (index % 1000),
    summary: `the behaviour of test ${index}, described in about as many words as a real violation`,
    fired: grouping === 'grouped' ? ['ORD-06 spi'] : [`XX-${index} spi`],
  };
}
