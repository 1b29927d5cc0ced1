/** A tool or package that some commands or tests need. */
export interface Requirement {
  readonly name: string;
  /** What the requirement is needed for. */
  readonly unlocks: string;
  /** The command that installs the requirement. */
  readonly install: string;
}

function createTool(name: string, debianPackage: string, unlocks: string): Requirement {
  return { name, unlocks, install: `apt-get install -y ${debianPackage}` };
}

/** Commands to look for on the PATH. */
export const TOOLS: readonly Requirement[] = [
  createTool('git', 'git', "the commit in a run's manifest"),
  createTool('vcd2fst', 'gtkwave', 'replay --trace fst, and viewing the waveforms in GTKWave'),
  createTool('fst2vcd', 'gtkwave', 'check-trace --vcd with an FST file'),
  createTool('genhtml', 'lcov', 'coverage pages from functional.info'),
  createTool('llvm-mc-19', 'llvm-19', 'instruction set tests against LLVM'),
  createTool('verilator', 'verilator', 'examples/rtl and its tests'),
  createTool('iverilog', 'iverilog', 'examples/rtl and its tests'),
  createTool('chromium', 'chromium', 'browser tests of the pages'),
  createTool('redis-server', 'redis-server', 'a queue on this machine, and its tests'),
  createTool('ssh', 'openssh-client', 'run --launch over ssh, and its tests'),
  createTool('srun', 'slurm-wlm', 'run --launch under Slurm, and its tests'),
];

/** Optional npm packages, mapped to the commands that need them. */
export const PACKAGES = {
  bullmq: 'run --queue, worker',
  ioredis: 'run --queue, worker',
} as const;
