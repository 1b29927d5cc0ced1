import { describe, expect, it } from 'vitest';
import { installedCommands } from '../support/installed-commands.js';
import { docCommands } from './support/doc-commands.js';

/** Messages for examples that are incomplete, or name a missing run, file or server. */
const PLACEHOLDER =
  /Unknown suite "FILE"|Unknown bin "GROUP.ITEM.BIN"|is not a run directory|No coverage in|Cannot replay|Cannot read|Cannot reach the queue|No runs in|Missing required argument|Required option|Missing trace|^A queue needs ioredis; install/;
/** What a successful command may print besides its result. */
const COUNTED = /^(?:\d+ passed, 0 failed, 0 unsupported\n)?$/;
/** Options that name a run or a file. */
const READING = ['--resume', '--rerun-failures', '--known-issues'];

const installed = await installedCommands();
const COMMANDS = docCommands();
/** Pages whose commands build on one another: other tests run those in order. */
const WALKS = ['trace.md', 'rtl.md', 'first-bug.md', 'judging-shaders.md', 'state-file.md', 'recipes.md'];

describe.skipIf(installed === undefined)('commands in docs/', () => {
  it('exist', () => {
    expect(COMMANDS.length).toBeGreaterThan(25);
  });

  it.each(COMMANDS.filter(({ page }) => !WALKS.includes(page)))(
    '$page: pops-tb $line is valid, except for runs and files that do not exist',
    async ({ words }) => {
      // Of these, only check that they are commands: the proofs take a minute, and steering needs the results of tests.
      const isOnlyParsed = words.join(' ') === 'explore proofs' || words.includes('--steer');
      const canDryRun = words[0] === 'run' && !isOnlyParsed && !words.some((word) => READING.includes(word));
      // A design answers one test as it does fifty.
      const shortened = words[0] === 'cosim' ? words.map((word) => (word === '50' ? '1' : word)) : words;
      const extraOptions = [...(canDryRun ? ['--dry-run'] : []), ...(isOnlyParsed ? ['--help'] : [])];
      const { code, stdout, stderr } = await installed!.run([...shortened, ...extraOptions]);
      if (code === 1) expect(stdout).toMatch(/^FAIL /m);
      else if (code === 0) expect(stderr).toMatch(COUNTED);
      else expect(stderr).toMatch(PLACEHOLDER);
    },
  );
});
