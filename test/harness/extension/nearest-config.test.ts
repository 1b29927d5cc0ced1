import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireOwnConfig } from '../../../harness/extension/nearest-config.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();
const path = join(folder, 'pops-tb.config.mjs');
writeFileSync(path, '');
afterEach(() => {
  chmodSync(folder, 0o755);
  chmodSync(path, 0o644);
});

it.each([
  [0o755, 0o644, true],
  [0o775, 0o664, true],
  [0o1777, 0o644, true],
  [0o777, 0o644, false],
  [0o755, 0o666, false],
])('a configuration in a folder with mode %o and of mode %o may be used: %s', (folderMode, mode, isOwn) => {
  chmodSync(folder, folderMode);
  chmodSync(path, mode);
  const check = (): void => requireOwnConfig(path);
  if (isOwn) check();
  else
    expect(check).toThrow(
      /^Cannot use configuration .*: other users may write it; name it with --config, or/,
    );
});

it.runIf(process.getuid?.() === 0)('nor may that of another user in a folder like /tmp', () => {
  chownSync(path, 1234, 1234);
  requireOwnConfig(path);
  chmodSync(folder, 0o1777);
  expect(() => requireOwnConfig(path)).toThrow(/other users may write it/);
  chownSync(path, 0, 0);
});
