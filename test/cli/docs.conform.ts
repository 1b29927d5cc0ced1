import { prepareInstalledCommands } from '../support/installed-commands.js';
import { readDocCommands } from './support/doc-commands.js';

/** Error messages expected from examples that are incomplete or refer to a missing run, file or server. */
const PLACEHOLDER =
  /Unknown suite "FILE"|Unknown bin "GROUP.ITEM.BIN"|is not a run directory|No coverage in|Cannot replay|Cannot read|Cannot reach the queue|No runs in|Missing required argument|Required option|Missing trace|^A queue needs ioredis; install/;
/** Text that a successful command may print on stderr. */
const SUMMARY = /^(?:\d+ passed, 0 failed, 0 unsupported\n)?$/;
/** Options that name a run or a file to read. */
const INPUT_OPTIONS = ['--resume', '--rerun-failures', '--known-issues'];

const installed = await prepareInstalledCommands();
const COMMANDS = readDocCommands();
/** Pages whose commands build on one another. Other tests run them in order. */
const WALKTHROUGHS = [
  'trace.md',
  'rtl.md',
  'first-bug.md',
  'judging-shaders.md',
  'state-file.md',
  'recipes.md',
  'found.md',
];

describe.skipIf(installed === undefined)('commands in docs/', () => {
  it('exist', () => {
    expect(COMMANDS.length).toBeGreaterThan(25);
  });

  it.each(COMMANDS.filter(({ page }) => !WALKTHROUGHS.includes(page)))(
    '$page: pops-tb $line is valid apart from missing runs and files',
    async ({ args }) => {
      // Some commands are only parsed: proofs take a minute, and steering needs test results.
      const isOnlyParsed = args.join(' ') === 'explore proofs' || args.includes('--steer');
      const canDryRun =
        args[0] === 'run' && !isOnlyParsed && !args.some((word) => INPUT_OPTIONS.includes(word));
      // One test exercises a design as well as fifty.
      const shortArgs = args[0] === 'cosim' ? args.map((word) => (word === '50' ? '1' : word)) : args;
      const extraOptions = [...(canDryRun ? ['--dry-run'] : []), ...(isOnlyParsed ? ['--help'] : [])];
      const { code, stdout, stderr } = await installed!.run([...shortArgs, ...extraOptions]);
      if (code === 1) expect(stdout).toMatch(/^FAIL /m);
      else if (code === 0) expect(stderr).toMatch(SUMMARY);
      else expect(stderr).toMatch(PLACEHOLDER);
    },
  );
});
