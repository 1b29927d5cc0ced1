import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.js';
import {
  expectResumed,
  getFolder,
  getLastLine,
  getUninterruptedRun,
  runAndInterrupt,
  runShell,
  TESTS,
} from './support/commands.js';

const RESUMES = 'exits with 4; can be resumed';

/** Why disks cannot be mounted here, or undefined if they can. Valid once `hasProbed` is set. */
let skipReason: string | undefined;
let hasProbed = false;

/** Returns why no disk can be mounted, or undefined if mounting works. */
function getMountSkipReason(): string | undefined {
  if (!hasProbed && !(process.platform === 'linux' && process.getuid?.() === 0))
    skipReason = 'only root may mount a disk: run the tests as root';
  else if (!hasProbed) skipReason = probeMount();
  hasProbed = true;
  return skipReason;
}

function probeMount(): string | undefined {
  try {
    unmount(mount('probe', 64));
    return undefined;
  } catch {
    return 'disks cannot be mounted here: use docker run --privileged, or a real machine';
  }
}

function mount(name: string, kib: number): string {
  const path = join(getFolder(), name);
  mkdirSync(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'none', path], { stdio: 'ignore' });
  return path;
}

function unmount(path: string): void {
  execFileSync('umount', ['-l', path], { stdio: 'ignore' });
}

/** Mounts a disk of `kib` KiB for the duration of `action`. */
async function withDisk(name: string, kib: number, action: (path: string) => Promise<void>): Promise<void> {
  const path = mount(name, kib);
  try {
    await action(path);
  } finally {
    unmount(path);
  }
}

/** Disk and directory faults. */
export const DISK_FAULTS: readonly Fault[] = [
  {
    fault: 'the disk fills up',
    promise: RESUMES,
    reasonToSkip: getMountSkipReason,
    test: () =>
      withDisk('full-disk', 4096, async (disk) => {
        const filler = join(disk, 'filler');
        const { code, stderr } = await runAndInterrupt('full-disk/run', () => {
          try {
            writeFileSync(filler, Buffer.alloc(8 << 20));
          } catch {
            // The disk is full now.
          }
        }, [...TESTS, '--out', 'full-disk/run']);
        expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([
          4,
          expect.stringMatching(/the disk is full/),
        ]);
        rmSync(filler);
        await expectResumed('full-disk/run');
      }),
  },
  {
    fault: 'the disk becomes read-only',
    promise: RESUMES,
    reasonToSkip: getMountSkipReason,
    test: () =>
      withDisk('read-only-disk', 65_536, async (disk) => {
        const remount = (option: string): unknown =>
          execFileSync('mount', ['-o', `remount,${option}`, disk], { stdio: 'ignore' });
        const { code, stderr } = await runAndInterrupt('read-only-disk/run', () => remount('ro'));
        expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([
          4,
          expect.stringMatching(/read-only file system/),
        ]);
        remount('rw');
        await expectResumed('read-only-disk/run');
      }),
  },
  {
    fault: 'the run directory is moved',
    promise: RESUMES,
    test: async () => {
      const moved = join(getFolder(), 'moved-away');
      const result = await runAndInterrupt('moving', () => renameSync(join(getFolder(), 'moving'), moved));
      expect([result.code, getLastLine(result)]).toEqual([
        4,
        expect.stringMatching(/^Cannot write to "moving"/),
      ]);
      rmSync(join(moved, 'run.lock'), { force: true });
      await expectResumed('moved-away');
    },
  },
  {
    fault: 'a limit on file size (`ulimit -f`)',
    promise: RESUMES,
    test: async () => {
      const result = await runShell('ulimit -f 24; exec "$NODE" $ENGINE "$MAIN" $TESTS --out small-files');
      expect([result.code, getLastLine(result)]).toEqual([
        4,
        // With many batches, the log reaches the limit before the coverage file does.
        expect.stringMatching(
          /^Cannot write (to "small-files"|"small-files\/coverage\/coverage\.msgpack"): the file size limit was reached; fix that, then continue with "run --resume small-files"$/,
        ),
      ]);
      await expectResumed('small-files');
    },
  },
  {
    fault: 'a log is truncated or damaged',
    promise: 'the log is valid up to the damage; the run can be resumed',
    test: async () => {
      cpSync(await getUninterruptedRun(), join(getFolder(), 'damaged'), { recursive: true });
      await runShell(
        'size=$(wc -c <damaged/events.msgpack); truncate -s $((size / 2)) damaged/events.msgpack',
      );
      await expectResumed('damaged');
    },
  },
  {
    fault: 'a FIFO, socket or device instead of a file',
    promise: 'exits with 2, without blocking',
    test: async () => {
      for (const command of ['replay', 'check', 'report', 'run --known-issues']) {
        const { code, stderr } = await runShell(
          `rm -f fifo; mkfifo fifo; exec timeout 20 "$NODE" $ENGINE "$MAIN" ${command} fifo`,
        );
        expect([command, code, stderr.split('\n').length]).toEqual([command, 2, 2]);
      }
    },
  },
];
