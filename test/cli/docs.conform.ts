import { describe, expect, it } from 'vitest';
import { installedCommands } from '../support/installed-commands.js';
import { docCommands } from './support/doc-commands.js';

/** Messages of commands whose example is incomplete, or names a run, a file or a server that does not exist. */
const PLACEHOLDER =
  /Unknown suite "FILE"|Unknown bin "GROUP.ITEM.BIN"|is not a run directory|No coverage in|Cannot replay|Cannot read|Cannot reach the queue|No runs in|Missing required argument|Required option|Missing trace|^A queue needs ioredis; install/;
/** What a command that succeeds may say beside its result. */
const COUNTED = /^(?:\d+ passed, 0 failed, 0 unsupported\n)?$/;
/** Options that name a run or a file. */
const READING = ['--resume', '--rerun-failures', '--known-issues'];

const installed = await installedCommands();
const COMMANDS = docCommands();
/** Pages whose commands build on one another: tests of their own run those in order. */
const WALKS = ['trace.md', 'rtl.md', 'first-bug.md', 'judging-shaders.md', 'state-file.md', 'recipes.md'];

describe.skipIf(installed === undefined)('the commands of docs/', () => {
  it('are there', () => {
    expect(COMMANDS.length).toBeGreaterThan(25);
  });

  it.each(COMMANDS.filter(({ page }) => !WALKS.includes(page)))(
    '$page: pops-tb $line is valid, except for runs and files that do not exist',
    async ({ words }) => {
      // Only whether these words are a command: the proofs take a minute, and coverage that steers a run needs its results.
      const asks = words.join(' ') === 'explore proofs' || words.includes('--steer');
      const draws = words[0] === 'run' && !asks && !words.some((word) => READING.includes(word));
      // A design in place of a unit answers for one test as it does for fifty.
      const few = words[0] === 'cosim' ? words.map((word) => (word === '50' ? '1' : word)) : words;
      const less = [...(draws ? ['--dry-run'] : []), ...(asks ? ['--help'] : [])];
      const { code, stdout, stderr } = await installed!.run([...few, ...less]);
      if (code === 1) expect(stdout).toMatch(/^FAIL /m);
      else if (code === 0) expect(stderr).toMatch(COUNTED);
      else expect(stderr).toMatch(PLACEHOLDER);
    },
  );
});
