import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.js';
import { until } from './until.js';

/** The controller daemon's path on Debian. The daemons are not in a user's `PATH`. */
export const SLURMCTLD = '/usr/sbin/slurmctld';
const SLURMD = '/usr/sbin/slurmd';

/**
 * A Slurm cluster on this machine: a controller and two nodes with two processors each, all run by the current
 * user.
 */
export class SlurmLoopback {
  private constructor(
    /** The path for `SLURM_CONF`. */
    readonly configuration: string,
    private readonly daemons: readonly ChildProcess[],
  ) {}

  static async start(folder: string): Promise<SlurmLoopback> {
    mkdirSync(join(folder, 'state'), { recursive: true });
    const configuration = join(folder, 'slurm.conf');
    writeFileSync(configuration, await createConfiguration(folder));
    const startDaemon = (...args: readonly [string, ...string[]]): ChildProcess =>
      spawn(args[0], [...args.slice(1), '-D', '-f', configuration], { stdio: 'ignore' });
    const nodes = NODES.map((node) => startDaemon(SLURMD, '-N', node));
    const slurm = new SlurmLoopback(configuration, [startDaemon(SLURMCTLD), ...nodes]);
    await until(() => slurm.isUp());
    return slurm;
  }

  /** Runs a Slurm command and returns its output. */
  runCommand(command: string, ...args: readonly string[]): string {
    const env = { ...process.env, SLURM_CONF: this.configuration };
    return execFileSync(command, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  }

  async stop(): Promise<void> {
    const exits = this.daemons.map((daemon) => daemon.exitCode ?? once(daemon, 'exit'));
    for (const daemon of this.daemons) daemon.kill('SIGKILL');
    await Promise.all(exits);
  }

  private isUp(): boolean {
    try {
      const states = this.runCommand('sinfo', '--noheader', '--Node', '--format=%T').trim().split('\n');
      return states.length === NODES.length && states.every((state) => state === 'idle');
    } catch {
      return false;
    }
  }
}

const NODES = ['n1', 'n2'] as const;

async function createConfiguration(folder: string): Promise<string> {
  const { username } = userInfo();
  const nodes = await Promise.all(
    NODES.map(
      async (node) =>
        `NodeName=${node} NodeHostname=localhost NodeAddr=127.0.0.1 Port=${await findFreePort()} CPUs=2`,
    ),
  );
  return `ClusterName=test
SlurmctldHost=localhost
SlurmctldPort=${await findFreePort()}
SlurmUser=${username}
SlurmdUser=${username}
AuthType=auth/none
CredType=cred/none
StateSaveLocation=${join(folder, 'state')}
SlurmdSpoolDir=${join(folder, 'spool-%n')}
SlurmctldPidFile=${join(folder, 'slurmctld.pid')}
SlurmdPidFile=${join(folder, 'slurmd-%n.pid')}
SlurmctldLogFile=${join(folder, 'slurmctld.log')}
SlurmdLogFile=${join(folder, 'slurmd-%n.log')}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
InactiveLimit=5
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
${nodes.join('\n')}
PartitionName=all Nodes=${NODES.join()} Default=YES MaxTime=INFINITE State=UP
`;
}
