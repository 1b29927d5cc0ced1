import { beforeAll, expect, it } from 'vitest';
import { estimateLoggedSteps } from '../../../closure/aim/logged-steps.js';
import { rerunForHits } from '../../../closure/rank/rank-coverage.js';
import { COVERAGE_MODEL } from '../../../coverage/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { openPastRun } from '../../../harness/run-directory/past-run.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const OUT = `${createTempFolder()}/run`;

beforeAll(async () => {
  await callCli(['run', 'nightly', '--seed', '0x51', '--count', '40', '--workers', '1', '--out', OUT]);
});

it('a log usually proves whether a test reached a step, and is never wrong', () => {
  const past = openPastRun(OUT);
  const steps = COVERAGE_MODEL.groups.flatMap(({ compiled, offset }) =>
    compiled.bins.map((_, i) => ({ name: `${offset + i}`, isComponentBin: true, bins: [offset + i] })),
  );
  const { tests } = estimateLoggedSteps(past, steps);
  expect(tests.length).toBeGreaterThan(30);
  const counts = { certain: 0, certainlyReached: 0, estimated: 0, reached: 0 };
  for (const { test, suite, overrides, reached } of tests) {
    const hits = rerunForHits({ suite, sequence: test.sequence, seed: test.seed, overrides }, openCorpus());
    const wrong = reached.flatMap((estimate, step) =>
      Math.abs(estimate - Math.sign(hits[step]!)) === 1 ? [step] : [],
    );
    expect([test, wrong]).toEqual([test, []]);
    for (const [step, estimate] of reached.entries()) {
      if (estimate === 0 || estimate === 1) counts.certain++;
      else counts.estimated++;
      if (estimate === 1) counts.certainlyReached++;
      counts.reached += Math.sign(hits[step]!);
    }
  }
  expect(counts.certain).toBeGreaterThan(4 * counts.estimated);
  expect(counts.certainlyReached).toBeGreaterThan(counts.reached / 4);
});
