import { type ChildProcess, execFileSync, type Serializable, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPackageRoot } from '../../harness/basics/index.js';
import { UsageError } from '../../transactions/index.js';
import type { Metric, Round, Setup } from './harness.js';

/** P26: tests of the mixed corpus run, checked and covered per core-second, on the same scenarios. */
export const p26Corpus: Metric = {
  id: 'P26',
  title: 'tests of the mixed corpus, judged and covered, compared with an earlier build',
  unit: 'tests/s',
  setUp: () =>
    withEarlierBuild(async ({ current, earlier }) => {
      const folder = mkdtempSync(join(tmpdir(), 'pops-tb-p26-'));
      const file = join(folder, 'scenarios.json');
      execFileSync(process.execPath, makeNodeArgs(earlier, GENERATE_SCRIPT, file), { cwd: earlier });
      const sides = [current, earlier].map((build) => new CorpusRunner(build, file));
      const close = (): void => {
        for (const runner of sides) runner.close();
        rmSync(folder, { recursive: true });
      };
      await agree(sides).catch((error: unknown) => {
        close();
        throw error;
      });
      const [subject, comparator] = sides.map((runner, side) => ({
        name: side === 0 ? 'this build' : 'earlier build',
        round: () => runner.run(),
      }));
      return {
        pairs: [{ subject: subject!, comparator: comparator!, floor: 1.25, aim: 2 }],
        close,
      };
    }),
};

/** The package roots of both builds. */
interface Builds {
  readonly current: string;
  readonly earlier: string;
}

/** Compiled workloads of a build, newest layout first. Before 2026-11-28, the bench was at the top. */
const WORKLOADS = ['tools/bench/workload.js', 'bench/workload.js'];

/**
 * Sets up a metric with a built clone of an earlier commit, whose path is in `POPS_TB_EARLIER`. Throws `UsageError` if
 * there is no build in that folder.
 */
function withEarlierBuild(setUp: (builds: Builds) => Setup | Promise<Setup>): Setup | Promise<Setup> {
  const { POPS_TB_EARLIER: earlier } = process.env;
  if (earlier !== undefined) return setUp({ current: findPackageRoot(), earlier: requireBuild(earlier) });
  const install =
    'git worktree add ../earlier COMMIT, npm ci && npm run build there, POPS_TB_EARLIER=../earlier';
  return { pairs: [], skipped: [{ comparator: 'earlier build', install }] };
}

function requireBuild(folder: string): string {
  if (existsSync(join(folder, 'dist', 'cli', 'main.js')) && findWorkload(folder) !== undefined)
    return resolve(folder);
  throw new UsageError(`Invalid POPS_TB_EARLIER: expected a clone with a whole build, got ${folder}`);
}

function findWorkload(build: string): string | undefined {
  return WORKLOADS.find((module) => existsSync(join(build, 'dist', module)));
}

/** Starts a script with the functions of a build, and its arguments in `args`. */
const IMPORTS = `
const { readFileSync, writeFileSync } = await import('node:fs');
const [workload, transactions, model, checkers, coverage, ...args] = process.argv.slice(1);
const { makeWorkload } = await import(workload);
const { MODEL_VERSION, parseScenario, defaultKnobs, defaultFreedoms = defaultKnobs } = await import(transactions);
const { runScenario } = await import(model);
const { createScoreboards } = await import(checkers);
const { createCollector } = await import(coverage);
`;

/** Generates two variants of the mixed corpus in the earlier build. The first warms up V8, like a run's first minute. */
const GENERATE_SCRIPT = `${IMPORTS}
writeFileSync(args[0], JSON.stringify([50, 51].map((variant) => makeWorkload(variant))));
`;

/**
 * Runs the scenarios with checkers and coverage. Tells which knobs it has, and receives those that both builds have;
 * tries each scenario, tells which it can read and pass, and receives those of both; then runs all of these for each
 * message, which it answers with the tests and CPU seconds. Identical programs share one object, as they do in the corpus.
 */
const RUN_SCRIPT = `${IMPORTS}
const programs = new Map();
const dedupe = (program) => {
  const key = JSON.stringify(program);
  if (!programs.has(key)) programs.set(key, program);
  return programs.get(key);
};
const receive = (sent) => new Promise((resolve) => {
  process.once('message', resolve);
  process.send(sent);
});
const knobs = new Set(await receive(Object.keys(defaultFreedoms())));
const readScenario = (value) => {
  const freedoms = Object.fromEntries(Object.entries(value.freedoms).filter(([knob]) => knobs.has(knob)));
  const scenario = parseScenario({ ...value, freedoms, model: MODEL_VERSION }, value.name);
  return { ...scenario, programs: scenario.programs.map(dedupe) };
};
const collector = createCollector('bench');
let begun = 0;
const run = (scenario) => {
  const scoreboards = createScoreboards(scenario);
  collector.begin(scenario, scenario.name, begun++);
  runScenario(scenario, (transaction) => {
    scoreboards.observe(transaction);
    collector.observe(transaction);
  });
  collector.end(true);
  return scoreboards.finish().violations.every(({ severity }) => severity !== 'error');
};
const tryTest = (value) => {
  try {
    const scenario = readScenario(value);
    return run(scenario) ? scenario : undefined;
  } catch {
    return undefined;
  }
};
const [, second] = JSON.parse(readFileSync(args[0])).map((variant) => variant.map(tryTest));
const shared = new Set(await receive([...second.keys()].filter((index) => second[index] !== undefined)));
const tests = second.filter((_, index) => shared.has(index));
process.on('message', () => {
  const begin = process.cpuUsage();
  for (const test of tests) run(test);
  const { user, system } = process.cpuUsage(begin);
  process.send({ work: tests.length, seconds: (user + system) / 1e6 });
});
process.send('ready');
`;

/** A process that runs the corpus in a build. It warms up as it tries the tests, since that takes as long as a round. */
class CorpusRunner {
  private readonly child: ChildProcess;

  constructor(
    private readonly build: string,
    file: string,
  ) {
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
    this.child = spawn(process.execPath, makeNodeArgs(build, RUN_SCRIPT, file), {
      cwd: build,
      stdio: [...stdio],
    });
  }

  /** Runs the tests that both builds have, once. */
  async run(): Promise<Round> {
    return (await this.ask('run')) as Round;
  }

  /** Sends a message to the process, and returns its next one. */
  ask(message: Serializable): Promise<unknown> {
    this.child.send(message);
    return this.receive();
  }

  /** Returns the process's next message. Throws if it exits. */
  async receive(): Promise<unknown> {
    const exit = once(this.child, 'exit').then(([code]) => {
      throw new Error(`The corpus in ${this.build} exited with ${code}`);
    });
    const [message] = await Promise.race([once(this.child, 'message'), exit]);
    return message;
  }

  close(): void {
    this.child.removeAllListeners('exit').kill();
  }
}

/** Has two builds agree on the knobs, and then on the tests, that both have. */
async function agree(sides: readonly CorpusRunner[]): Promise<void> {
  const intersect = (lists: readonly unknown[]): readonly unknown[] => {
    const [first, second] = lists as readonly (readonly unknown[])[];
    return first!.filter((value) => second!.includes(value));
  };
  const knobs = intersect(await Promise.all(sides.map((side) => side.receive())));
  const tests = intersect(await Promise.all(sides.map((side) => side.ask(knobs))));
  if (tests.length === 0)
    throw new UsageError(
      'Invalid POPS_TB_EARLIER: expected a build that shares tests with this one, got none',
    );
  await Promise.all(sides.map((side) => side.ask(tests)));
}

/** Returns Node's arguments for running a script on a file, with the functions of a build. */
function makeNodeArgs(build: string, source: string, file: string): string[] {
  const rooms = ['transactions', 'rtl-model', 'checkers', 'coverage'].map((room) => `${room}/index.js`);
  const modules = [findWorkload(build)!, ...rooms].map(
    (module) => pathToFileURL(join(build, 'dist', module)).href,
  );
  return ['--input-type=module', '-e', source, ...modules, file];
}
