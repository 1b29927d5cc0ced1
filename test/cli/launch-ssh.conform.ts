import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasTool } from '../support/external-tool.js';
import { SSHD, setUpSshLoopback } from '../support/ssh-loopback.js';
import { createTempFolder, runCli } from './support/run-cli.js';
import { getComparableResult } from './support/run-files.js';

const root = createTempFolder();
/** A folder whose name contains shell metacharacters. */
const folder = join(root, 'it\'s a "$HOME" & folder');
mkdirSync(folder);
writeFileSync(
  join(folder, 'my-suite.mjs'),
  `export default { count: 6, tests: [{ sequence: 'empty_section' }] };`,
);
const RUN = [
  ...['run', 'my-suite.mjs', '--seed', '0x1', '--chip', 'navi21', '--fault', 'F46', '--max-failures', '1000'],
  '--json',
];

describe.runIf(hasTool(SSHD, 'openssh-server') && hasTool('ssh', 'openssh-client'))(
  'workers over ssh',
  () => {
    it('produce the same results as a local run, even though a remote shell splits their command line', async () => {
      const template = `ssh -F ${setUpSshLoopback(join(root, 'ssh'))} loopback {worker}`;
      const { stdout, stderr, code } = await runCli(
        [...RUN, '--workers', '2', '--launch', template, '--out', 'launched'],
        folder,
      );
      expect([code, stderr]).toEqual([1, expect.not.stringMatching(/--launch(?! workers: none has)/)]);
      const local = await runCli([...RUN, '--workers', '1', '--out', 'local'], folder);
      expect(getComparableResult(stdout, join(folder, 'launched'))).toEqual(
        getComparableResult(local.stdout, join(folder, 'local')),
      );
    });

    it('are not started if the host refuses the login, and its message is reported', async () => {
      const template = `ssh -F ${setUpSshLoopback(join(root, 'refused'))} -o PubkeyAuthentication=no loopback {worker}`;
      const { stderr, code } = await runCli([...RUN, '--workers', '1', '--launch', template], folder);
      expect(code).toBe(4);
      expect(stderr).toMatch(
        /Cannot start a worker with --launch: it ended with exit code 255; it printed: .*Permission denied/,
      );
    });
  },
);
