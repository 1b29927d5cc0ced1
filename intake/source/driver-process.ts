import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChipName, chipOf, factsOf } from '../../arch/index.js';
import { findPackageRoot, formatOneLine, getPackageVersion } from '../../harness/basics/index.js';
import { readInput } from '../../harness/input/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { UsageError } from '../../transactions/index.js';
import { findPixelBinary, type PixelBinary } from './pipeline-cache.js';
import {
  INSTALL_DRIVER,
  INSTALL_LOADER,
  isCommand,
  requireTool,
  SHADER_TOOLS,
  SHIM,
  type ShaderDriver,
} from './shader-tools.js';
import { runTool, type ToolResult } from './tool-process.js';

/** Increment this when driver output is parsed differently, to invalidate the cache. */
const CACHE_VERSION = 1;

/**
 * Returns the driver's output for a task. Driver output is cached, keyed by source, flags and driver; verdicts
 * are not cached.
 */
export function getDriverOutput(task: DriverTask): DriverOutput {
  const key = computeCacheKey(task);
  if (key === undefined) return compileWithDriver(task);
  const file = join(getCacheFolder(), `shader-${key}.json`);
  const cached = readCachedOutput(file);
  if (cached !== undefined) return cached;
  const output = compileWithDriver(task);
  const body = JSON.stringify(output);
  writeAtomic(file, `${computeDigest(body)}\n${body}`);
  return output;
}

/** Returns a hash of everything the output depends on, or undefined if the driver's build cannot be identified. */
function computeCacheKey({ file: _, fragment, vertex, driver, ...rest }: DriverTask): string | undefined {
  const identity = identifyDriver(driver);
  if (identity === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([CACHE_VERSION, getPackageVersion(), rest, identity]))
    .update(vertex)
    .update(fragment)
    .digest('hex')
    .slice(0, 32);
}

function identifyDriver({ icd, library }: ShaderDriver): unknown {
  if (library === undefined) return undefined;
  return [icd, library].map((file) => {
    const { size, mtimeMs, ino } = statSync(file);
    return [file, size, mtimeMs, ino];
  });
}

/** Reads cached output. Returns undefined if the file is missing or corrupt. */
function readCachedOutput(file: string): DriverOutput | undefined {
  if (!existsSync(file)) return undefined;
  const [checksum = '', body = ''] = new TextDecoder().decode(readInput('program', file)).split('\n', 2);
  return computeDigest(body) === checksum ? (JSON.parse(body) as DriverOutput) : undefined;
}

function computeDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The driver's output for one pipeline. */
export interface DriverPipeline {
  readonly samples: number;
  readonly binary: PixelBinary;
  /** The lines of the final NIR that load inputs. */
  readonly inputLines: readonly string[];
}

/** The driver's output for a shader on one chip. */
export interface DriverOutput {
  readonly device: string;
  /** The driver's name and release, such as `radv Mesa 25.0.7`. */
  readonly driver: string;
  readonly wave: number;
  /** Byte offsets of bindings, by `set.binding`. */
  readonly offsets: Readonly<Record<string, number>>;
  readonly pipelines: readonly DriverPipeline[];
}

/** A shader to compile. */
interface DriverTask {
  readonly file: string;
  readonly chip: ChipName;
  readonly wave: number | undefined;
  readonly driver: ShaderDriver;
  readonly request: string;
  readonly samples: readonly number[];
  readonly vertex: Uint8Array;
  readonly fragment: Uint8Array;
}

type TaskOrigin = Pick<DriverTask, 'file' | 'chip' | 'wave' | 'driver'>;

/** Time limit for the driver to compile one shader, in seconds. */
const MAX_DRIVER_SECONDS = 60;

/** The first Mesa release with interlocks. */
const FIRST_RELEASE = [23, 2] as const;
/** The first Mesa release that emits a correct entry wait on chips whose wait bit is active-high. */
const FIRST_RELEASE_ACTIVE_HIGH = [24, 2] as const;

/**
 * Returns a driver's name and release, such as `radv Mesa 25.0.7`. Throws a one-line `UsageError` if it cannot compile
 * shaders with interlocks.
 */
export function probeDriver(driver: ShaderDriver, chip: ChipName): string {
  const task = { file: 'shaders', chip, wave: undefined, driver };
  return callDriver(task, { request: 'probe\n' }, (_output, name) => name);
}

/**
 * Runs the driver in a separate process, in a temporary working directory with the given files, and reads its output.
 * Throws a one-line `UsageError` if that fails.
 */
function callDriver<T>(
  task: TaskOrigin,
  files: Readonly<Record<string, string | Uint8Array>>,
  read: (output: string, driver: string, folder: string) => T,
): T {
  const helper = getHelper(task.file, task.driver);
  return withEmptyFolder((folder) => {
    for (const [name, content] of Object.entries(files)) writeAtomic(join(folder, name), content);
    const result = runHelper(task, helper, folder);
    const driver = findValue(result.out, 'driver') ?? '';
    rejectOldRelease(task, driver);
    if (!result.ok) throw makeDriverError(task, result, findValue(result.out, 'error'));
    return read(result.out, driver, folder);
  });
}

function findValue(result: string, key: string): string | undefined {
  return result
    .split('\n')
    .find((line) => line.startsWith(`${key} `))
    ?.slice(key.length + 1);
}

/** Compiles a shader for a chip with the driver. */
function compileWithDriver(task: DriverTask): DriverOutput {
  const { request, vertex, fragment } = task;
  const files = { request, 'vertex.spv': vertex, 'fragment.spv': fragment };
  return callDriver(task, files, (output, driver, folder) => {
    const lines = output.split('\n').map((line) => line.split(' '));
    const rows = (key: string): readonly number[][] =>
      lines.flatMap(([first, ...rest]) => (first === key ? [rest.map(Number)] : []));
    return {
      device: findValue(output, 'device') ?? '',
      driver,
      wave: Number(findValue(output, 'wave')),
      offsets: Object.fromEntries(
        rows('offset').map(([set, binding, offset]) => [`${set}.${binding}`, offset!]),
      ),
      pipelines: task.samples.map((samples, i) => ({
        samples,
        binary: readBinary(task, folder, i, rows('bytes').find(([index]) => index === i)?.[1], driver),
        inputLines: readInputLines(join(folder, `nir-${i}.txt`)),
      })),
    };
  });
}

function readInputLines(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const lines = new TextDecoder().decode(readInput('program', file)).split('\n');
  return lines.filter((line) => /@load_(?:interpolated_)?input\b/.test(line)).map((line) => line.trim());
}

function readBinary(
  task: DriverTask,
  folder: string,
  index: number,
  bytes: number | undefined,
  driver: string,
): PixelBinary {
  const cache = readInput('program', join(folder, `cache-${index}.bin`));
  const binary = bytes === undefined ? undefined : findPixelBinary(cache, bytes);
  if (binary !== undefined) return binary;
  throw new UsageError(
    `Cannot compile ${task.file}: the pipeline cache of ${driver} is in an unknown format; only that of Mesa 25.0 is supported`,
  );
}

/** Matches the lines of the helper's output that are part of its result. */
const RESULT_LINE = /^(?:device|driver|wave|offset|bytes) /;

const NO_DEVICE = /^error no device/m;

function runHelper({ chip, wave, driver }: TaskOrigin, helper: string, folder: string): ToolResult {
  const run = (family: string, shim: Readonly<Record<string, string>> = {}): ToolResult =>
    runTool({
      command: helper,
      arguments: [],
      driver,
      folder,
      maxSeconds: MAX_DRIVER_SECONDS,
      environment: {
        HOME: folder,
        VK_DRIVER_FILES: driver.icd,
        VK_ICD_FILENAMES: driver.icd,
        VK_LOADER_LAYERS_DISABLE: '~all~',
        RADV_FORCE_FAMILY: family,
        MESA_SHADER_CACHE_DISABLE: 'true',
        ...(wave === 32 ? { RADV_PERFTEST: 'pswave32' } : {}),
        ...shim,
      },
    });
  const first = run(chip);
  if (first.ok || /^device /m.test(first.out)) return first;
  if (!NO_DEVICE.test(first.out)) return run(chipOf(chip).processor);
  return driver.shim === undefined ? first : run(chip, { LD_PRELOAD: driver.shim, AMDGPU_GPU_ID: chip });
}

function rejectOldRelease({ file, chip }: TaskOrigin, driver: string): void {
  const [, year, quarter] = /\bMesa (\d+)\.(\d+)/.exec(driver) ?? [];
  if (year === undefined) return;
  const isBefore = ([firstYear, firstQuarter]: readonly [number, number]): boolean =>
    Number(year) < firstYear || (Number(year) === firstYear && Number(quarter) < firstQuarter);
  const release = driver.replace(/^.*Mesa /, '');
  if (isBefore(FIRST_RELEASE))
    throw new UsageError(
      `Cannot compile ${file}: RADV ${release} has no interlock; expected 23.2 or newer: ${INSTALL_DRIVER}`,
    );
  if (factsOf(chipOf(chip).gfx).eventWait?.waitsIfSet === true && isBefore(FIRST_RELEASE_ACTIVE_HIGH))
    throw new UsageError(
      `Cannot compile ${file}: RADV ${release} emits an incorrect entry wait for ${chip}; expected 24.2 or newer: ${INSTALL_DRIVER}`,
    );
}

function makeDriverError(
  { file, chip }: TaskOrigin,
  { out, exitReason }: ToolResult,
  error: string | undefined,
): UsageError {
  const fail = (reason: string): UsageError => new UsageError(`Cannot compile ${file}: ${reason}`);
  const loader = /error while loading shared libraries: (\S+):/.exec(out)?.[1];
  if (loader !== undefined)
    return fail(`the Vulkan loader (${loader}) is missing; install it with ${INSTALL_LOADER}`);
  if (error?.startsWith('no device') === true)
    return fail(
      `the driver cannot target ${chip} without a GPU; since Mesa 26.1 this requires ${SHIM.library} from the same release: ${SHIM.install}`,
    );
  if (error?.startsWith('no interlock') === true)
    return fail(`the driver offers no fragment shader interlock for ${chip}`);
  const reason = error ?? out.split('\n').find((line) => line.trim() !== '' && !RESULT_LINE.test(line));
  return new UsageError(
    `Cannot compile ${file} for ${chip}: the driver failed: ${formatOneLine(reason ?? exitReason)}${reason === undefined ? '' : `; ${exitReason}`}`,
  );
}

/** Returns the path of the helper, which is compiled once for each source text, compiler and set of library folders. */
function getHelper(file: string, driver: ShaderDriver): string {
  const source = join(findPackageRoot(), 'data', 'driver', 'pipeline.c');
  const compiler = requireTool(SHADER_TOOLS.compiler, file, driver);
  const key = createHash('sha256')
    .update(readInput('source', source))
    .update([compiler, ...driver.libraries].join('\n'));
  const helper = join(getCacheFolder(), `pipeline-${key.digest('hex').slice(0, 16)}`);
  if (isCommand(helper)) return helper;
  const built = withEmptyFolder((folder) => {
    const helperFile = join(folder, 'pipeline');
    const result = runTool({
      command: compiler,
      arguments: [
        '-std=c11',
        '-O1',
        '-w',
        ...driver.headers.map((headers) => `-I${headers}`),
        source,
        '-o',
        helperFile,
        ...driver.libraries.map((libraries) => `-L${libraries}`),
        '-lvulkan',
      ],
      driver: undefined,
    });
    if (result.ok) return readInput('program', helperFile);
    if (/vulkan\.h|-lvulkan|vulkan_core/.test(result.out))
      throw new UsageError(
        `Cannot compile ${file}: the Vulkan loader and its headers are missing: ${INSTALL_LOADER}`,
      );
    const errorLine = result.out.split('\n').find((line) => /error/.test(line));
    throw new UsageError(
      `Cannot compile ${file}: ${compiler} failed: ${formatOneLine(errorLine ?? result.exitReason)}`,
    );
  });
  writeAtomic(helper, built);
  chmodSync(helper, 0o755);
  return helper;
}

/** Returns the folder for helpers and driver output: `$XDG_CACHE_HOME/pops-testbench`. */
function getCacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME;
  return join(base === undefined || base === '' ? join(homedir(), '.cache') : base, 'pops-testbench');
}

/** Calls `use` with a new empty folder, then removes the folder. */
export function withEmptyFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'pops-shader-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
