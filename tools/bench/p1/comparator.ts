import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/index.js';
import { measureTime, type Round, type Side } from '../harness.js';

/** The protocol in Verilog, compiled to C++ with every optimisation that helps. */
export const verilator: Comparator = {
  name: 'Verilator',
  install: 'apt-get install -y verilator g++ make',
  requirements: { programs: ['verilator', 'g++', 'make'], files: [] },
  cycles: 3_000_000,
  build(folder) {
    const optimisations = [...'-O3 --x-assign fast --x-initial fast -CFLAGS'.split(' '), '-O3 -march=native'];
    const sources = [getSourcePath('protocol.v'), getSourcePath('verilator-main.cpp')];
    run(
      'verilator',
      ['--cc', '--exe', '--build', ...optimisations, '-Mdir', 'verilated', ...sources],
      folder,
    );
    const engine = createSelfTimedEngine(join(folder, 'verilated', 'Vprotocol'));
    return { engine, version: readVersion('verilator', '--version') };
  },
};

/** The protocol in SystemC, with a thread per wave slot that waits for events rather than for the clock. */
export const systemc: Comparator = {
  name: 'SystemC',
  install: 'apt-get install -y libsystemc-dev g++',
  requirements: { programs: ['g++'], files: ['/usr/include/systemc'] },
  cycles: 3_000_000,
  build(folder) {
    const executable = join(folder, 'systemc');
    const options = ['-O3', '-march=native', '-std=c++17'];
    run('g++', [...options, '-o', executable, getSourcePath('systemc-main.cpp'), '-lsystemc']);
    return { engine: createSelfTimedEngine(executable), version: readVersion(executable, '--version') };
  },
};

/** The same Verilog, interpreted. */
export const icarus: Comparator = {
  name: 'Icarus Verilog',
  install: 'apt-get install -y iverilog',
  requirements: { programs: ['iverilog', 'vvp'], files: [] },
  cycles: 40_000,
  build(folder) {
    const compiled = join(folder, 'protocol.vvp');
    run('iverilog', ['-o', compiled, getSourcePath('icarus-top.v'), getSourcePath('protocol.v')]);
    const engine = createWallTimedEngine('vvp', (cycles) => ['-n', compiled, `+cycles=${cycles}`]);
    return { engine, version: readVersion('iverilog', '-V') };
  },
};

/** An external engine that runs the reference ordering protocol. */
export interface Comparator {
  readonly name: string;
  /** The command that installs the prerequisites. */
  readonly install: string;
  /** Required programs and development files. */
  readonly requirements: { readonly programs: readonly string[]; readonly files: readonly string[] };
  /** Number of cycles per round, large enough to make start-up time negligible. */
  readonly cycles: number;
  /**
   * Compiles the comparator in `folder`.
   *
   * @returns the engine, and the version that the tool reports.
   * @throws Error with the compiler's output if compilation fails.
   */
  build(folder: string): { readonly engine: Engine; readonly version: string };
}

/** Runs a compiled comparator for the given number of cycles. Returns the number of waves completed and the time. */
export type Engine = (cycles: number) => Round;

/** Returns the path of a source file next to this one, even when called from compiled code. */
function getSourcePath(name: string): string {
  return join(findPackageRoot(), 'tools', 'bench', 'p1', name);
}

/**
 * Runs a program to completion.
 *
 * @returns its standard output.
 * @throws Error with its output if it exits with an error.
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
      `${program} exited with ${result.status ?? result.signal}:\n${result.stdout}${result.stderr}`,
    );
  }
  return result.stdout;
}

/** Creates an engine from an executable that takes the number of cycles and prints the wave count and seconds. */
function createSelfTimedEngine(executable: string): Engine {
  return (cycles) => {
    const [work, seconds] = run(executable, [String(cycles)])
      .trim()
      .split(' ')
      .map(Number);
    return { work, seconds };
  };
}

/**
 * Creates an engine from a program that only prints the number of waves. Its time is the elapsed time minus
 * that of a run with zero cycles.
 */
function createWallTimedEngine(program: string, args: (cycles: number) => readonly string[]): Engine {
  return (cycles) => {
    const startUp = measureTime(() => run(program, args(0)));
    const total = measureTime(() => run(program, args(cycles)));
    return { work: Number(total.value.trim()), seconds: total.seconds - startUp.seconds };
  };
}

/** Returns the first dotted number in a program's version output. */
function readVersion(program: string, option: string): string {
  return /\d+(\.\d+)+/.exec(run(program, [option]))?.[0] ?? '(unknown version)';
}

/** Creates a benchmark side that runs `engine` and throws unless the expected number of waves completed. */
export function createSide(name: string, engine: Engine, cycles: number, expectedWaves: number): Side {
  return {
    name,
    round() {
      const round = engine(cycles);
      if (round.work !== expectedWaves) {
        throw new Error(`${name} completed ${round.work} waves in ${cycles} cycles, not ${expectedWaves}`);
      }
      return round;
    },
  };
}

/** Whether everything a comparator needs is installed on this machine. */
export function isInstalled({ requirements }: Pick<Comparator, 'requirements'>): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const hasProgram = (program: string) => folders.some((folder) => existsSync(join(folder, program)));
  return requirements.programs.every(hasProgram) && requirements.files.every((file) => existsSync(file));
}
