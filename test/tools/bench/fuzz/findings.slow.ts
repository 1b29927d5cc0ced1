import { INPUT_FINDINGS } from '../../../../tools/bench/fuzz/findings.js';
import { INPUT_READERS, readAs } from '../../../../tools/bench/fuzz/readers.js';
import { createTempFolder } from '../../../cli/support/run-cli.js';
import { writeRun } from '../../../harness/support/stored-run.js';

const folder = createTempFolder();
// A log can only be read along with its manifest.
writeRun(folder, 'log', { day: 1, tests: 0, failures: {}, end: 'count', seconds: 1 });

/** Size of each input, small enough for a quick test. The campaign uses the full size and also measures the time. */
const BYTES = 60_000;

it.each(INPUT_FINDINGS.map((finding) => [finding.kind, finding.name, finding] as const))(
  '%s: %s is read or rejected as expected',
  async (_, _name, { kind, bytes, outcome }) => {
    const reader = INPUT_READERS.find((candidate) => candidate.kind === kind)!;
    expect(await readAs(reader, bytes(BYTES), folder)).toBe(outcome);
  },
);
