/** A tool or package that some commands or tests need. */
export interface Requirement {
  readonly name: string;
  /** What it is needed for. */
  readonly unlocks: string;
  /** The command that installs it. */
  readonly install: string;
}

function tool(name: string, debianPackage: string, unlocks: string): Requirement {
  return { name, unlocks, install: `apt-get install -y ${debianPackage}` };
}

/** Commands to look for on the PATH. */
export const TOOLS: readonly Requirement[] = [
  tool('git', 'git', "the commit in a run's manifest"),
  tool('vcd2fst', 'gtkwave', 'replay --trace fst, and GTKWave for its waves'),
  tool('fst2vcd', 'gtkwave', 'check-trace --vcd with an FST file'),
  tool('genhtml', 'lcov', 'coverage pages from functional.info'),
  tool('llvm-mc-19', 'llvm-19', 'tests of the instruction set against LLVM'),
  tool('verilator', 'verilator', 'examples/rtl and its tests'),
  tool('iverilog', 'iverilog', 'examples/rtl and its tests'),
  tool('chromium', 'chromium', 'tests of the pages in a browser'),
  tool('redis-server', 'redis-server', 'a queue on this machine, and its tests'),
  tool('ssh', 'openssh-client', 'run --launch over ssh, and its tests'),
  tool('srun', 'slurm-wlm', 'run --launch under Slurm, and its tests'),
];

/** npm packages that a project must install to use the given commands. */
export const PACKAGES = {
  bullmq: 'run --queue, worker',
  ioredis: 'run --queue, worker',
} as const;
