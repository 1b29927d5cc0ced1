import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packageRoot } from '../../base/basics/index.js';
import { type Round, type Side, timed } from '../harness.js';

/** An external engine that runs the reference ordering protocol. */
export interface Comparator {
  readonly name: string;
  /** The one command that installs what it needs. */
  readonly install: string;
  /** Programs and development files that must exist. */
  readonly needs: { readonly programs: readonly string[]; readonly files: readonly string[] };
  /** Cycles of one round, enough to make start-up negligible. */
  readonly cycles: number;
  /**
   * Compiles it into `folder`.
   *
   * @returns its engine and its version.
   * @throws Error with the compiler's text on failure.
   */
  build(folder: string): Built;
}

/** A comparator ready to run. */
export interface Built {
  readonly engine: Engine;
  /** As reported by the tool. */
  readonly version: string;
}

/** A compiled comparator: runs this many cycles; returns how many waves ended, and how long the cycles took. */
export type Engine = (cycles: number) => Round;

/** A source file beside this one; the compiled code finds it in the source tree. */
export function sourceFile(name: string): string {
  return join(packageRoot(), 'bench', 'p1', name);
}

/**
 * Runs a program to its end.
 *
 * @returns its standard output.
 * @throws Error with its output on failure.
 */
export function run(program: string, args: readonly string[], folder?: string): string {
  const result = spawnSync(program, args, {
    encoding: 'utf8',
    ...(folder === undefined ? {} : { cwd: folder }),
    env: { ...process.env, SYSTEMC_DISABLE_COPYRIGHT_MESSAGE: '1' },
  });
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) {
    throw new Error(
      `${program} ended with ${result.status ?? result.signal}:\n${result.stdout}${result.stderr}`,
    );
  }
  return result.stdout;
}

/** Engine for an executable that takes the cycles and prints waves and seconds. */
export function selfTimedEngine(executable: string): Engine {
  return (cycles) => {
    const [work, seconds] = run(executable, [String(cycles)])
      .trim()
      .split(' ')
      .map(Number);
    return { work, seconds };
  };
}

/** Engine for a program that prints only waves: its wall time, less that of a run of no cycles. */
export function wallTimedEngine(program: string, args: (cycles: number) => readonly string[]): Engine {
  return (cycles) => {
    const startUp = timed(() => run(program, args(0)));
    const whole = timed(() => run(program, args(cycles)));
    return { work: Number(whole.value.trim()), seconds: whole.seconds - startUp.seconds };
  };
}

/** The first dotted number in a program's output about itself. */
export function versionOf(program: string, option: string): string {
  return /\d+(\.\d+)+/.exec(run(program, [option]))?.[0] ?? 'of unknown version';
}

/** A side of the bench that runs `engine`, and checks its number of ended waves against the protocol. */
export function sideOf(name: string, engine: Engine, cycles: number, expectedWaves: number): Side {
  return {
    name,
    round() {
      const round = engine(cycles);
      if (round.work !== expectedWaves) {
        throw new Error(`${name} ended ${round.work} waves in ${cycles} cycles, expected ${expectedWaves}`);
      }
      return round;
    },
  };
}

/** Whether this machine meets a comparator's needs. */
export function isInstalled({ needs }: Pick<Comparator, 'needs'>): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const hasProgram = (program: string) => folders.some((folder) => existsSync(join(folder, program)));
  return needs.programs.every(hasProgram) && needs.files.every((file) => existsSync(file));
}
