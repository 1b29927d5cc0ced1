import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** The server's path on Debian. It is not in a user's `PATH`. */
export const SSHD = '/usr/sbin/sshd';

/** Debian's server, when run as root, requires this folder, which its service normally creates. */
const PRIVILEGE_SEPARATION_FOLDER = '/run/sshd';

/**
 * Sets up an ssh server on this machine with its own keys in a folder. Returns the configuration file for
 * `ssh -F FILE loopback`. The client starts the server for each connection, so no port is open.
 */
export function setUpSshLoopback(folder: string): string {
  mkdirSync(folder);
  const file = (name: string): string => join(folder, name);
  for (const key of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(key)]);
  copyFileSync(file('user.pub'), file('authorized_keys'));
  if (userInfo().uid === 0) mkdirSync(PRIVILEGE_SEPARATION_FOLDER, { recursive: true, mode: 0o755 });
  writeFileSync(
    file('sshd_config'),
    `HostKey ${file('host')}
AuthorizedKeysFile ${file('authorized_keys')}
PidFile none
PasswordAuthentication no
PermitRootLogin prohibit-password
StrictModes no
UsePAM no
PrintLastLog no
`,
  );
  writeFileSync(
    file('ssh_config'),
    `Host loopback
  ProxyCommand ${SSHD} -i -f ${file('sshd_config')}
  User ${userInfo().username}
  IdentityFile ${file('user')}
  IdentitiesOnly yes
  BatchMode yes
  StrictHostKeyChecking no
  UserKnownHostsFile ${file('known_hosts')}
  LogLevel ERROR
`,
  );
  return file('ssh_config');
}
