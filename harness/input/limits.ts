const KIB = 2 ** 10;
const MIB = 2 ** 20;

/** A limit for one kind of input. */
interface Limit {
  /** How error messages refer to the input, before the file name. */
  readonly errorLabel: string;
  /** Maximum number of bytes per file, or per record if the file is read record by record. */
  readonly bytes: number;
  /** A description of the input, listed in docs/limits.md. */
  readonly description: string;
  /** Whether the limit applies to the estimated total of several buffers, which may exceed Node's maximum for one. */
  readonly isEstimate?: true;
}

const limit = (label: string, bytes: number, text: string): Limit => ({
  errorLabel: label,
  bytes,
  description: text,
});

/**
 * All input limits. They apply before any parser runs and are listed in docs/limits.md. `--limits N` makes each limit
 * `N` times as large.
 */
export const INPUT_LIMITS = {
  program: limit(
    '',
    64 * MIB,
    'program passed to `check` or `exec`: corpus file, ELF object, assembly, hexadecimal words',
  ),
  source: limit('standard input', 16 * MIB, 'standard input of `asm` and `disasm`'),
  symbolNames: limit('', 16 * MIB, 'total length of all symbol names in an ELF object'),
  symbolName: limit('', 4 * KIB, 'one name in an ELF object'),
  corpus: limit('corpus file', 64 * MIB, 'corpus file'),
  state: limit('state file', 16 * MIB, 'state file'),
  scene: limit('scene file', 64 * MIB, 'scene file'),
  sceneMemory: limit('', 64 * MIB, 'memory objects of a scene, total unpacked size'),
  scenario: limit('scenario', 256 * MIB, 'scenario, JSON or MessagePack'),
  scenarioBuffers: {
    ...limit('', 768 * MIB, 'estimated memory for the buffers of a scenario file'),
    isEstimate: true,
  },
  signalMap: limit('signal map', MIB, 'signal map of `check-trace --vcd`'),
  waveDump: limit('wave dump', 64 * MIB, 'wave dump of `check-trace --waves`'),
  traceRecord: limit('trace', 64 * MIB, 'one trace record; traces are streamed, so any length is allowed'),
  golden: limit('golden file', 256 * MIB, 'golden scene file'),
  goldenBuffers: limit('', 512 * MIB, 'expected buffers of golden scenes, unpacked'),
  suite: limit('suite file', 16 * MIB, 'suite file'),
  plan: limit('plan', 16 * MIB, '`plan.json` of a steered run'),
  config: limit('configuration', 16 * MIB, 'configuration, such as `pops-tb.config.ts`'),
  driver: limit('driver file', MIB, '`--driver` file'),
  waivers: limit('--waivers', 16 * MIB, 'waivers'),
  knownIssues: limit('known issues', 16 * MIB, 'known issues'),
  killMatrix: limit('kill matrix', 16 * MIB, 'kill matrix'),
  statementKillers: limit('statement killers', 16 * MIB, 'statement killers'),
  searches: limit('search results', MIB, '`proofs.json`, the results of `explore proofs`'),
  manifest: limit('manifest', 64 * MIB, '`manifest.json` of a run directory'),
  history: limit('history', 64 * MIB, '`history.jsonl` of a folder of runs'),
  log: limit('log', 2048 * MIB - 1, '`events.msgpack` of a run directory'),
  logTotals: limit('', 64 * MIB, 'totals of one batch in a log, unpacked'),
  logText: limit('', 16 * KIB, 'signature, rule or error of a failure in a log'),
  coverage: limit('coverage file', 64 * MIB, 'coverage file'),
  failure: limit('failure', 64 * MIB, '`violations.json` and `repro.txt` of a failure'),
  queueText: limit('', 32 * MIB, 'a single worker job or result, encoded'),
  small: limit('', MIB, 'files that a run leaves for later runs, such as test costs and the lock'),
} as const satisfies Readonly<Record<string, Limit>>;

/** A kind of input that has a limit. */
export type InputKind = keyof typeof INPUT_LIMITS;

/** Maximum size of a Node buffer, which no limit can exceed. */
const MAX_BUFFER_BYTES = 2 ** 31 - 1;

/** Environment variable that holds the factor, so that threads and child processes inherit it. */
const FACTOR_VARIABLE = 'POPS_TB_LIMITS';

/** Multiplies all limits of this process, and of workers that it starts later, by a factor. */
export function raiseLimits(factor: number): void {
  process.env[FACTOR_VARIABLE] = String(factor);
}

/** Returns the factor by which this process's limits are raised. */
export function getLimitFactor(): number {
  const factor = Number(process.env[FACTOR_VARIABLE] ?? 1);
  return factor >= 1 ? factor : 1;
}

/** Returns the maximum number of bytes for one kind of input. */
export function getMaxBytes(kind: InputKind): number {
  const { bytes, isEstimate }: Limit = INPUT_LIMITS[kind];
  return Math.min(isEstimate === true ? Number.MAX_SAFE_INTEGER : MAX_BUFFER_BYTES, bytes * getLimitFactor());
}

/** Creates the error for oversized input. `bytes` is its size, or undefined if reading stopped at the limit. */
export function makeTooLargeError(kind: InputKind, bytes?: number): Error {
  const maxBytes = getMaxBytes(kind);
  const actual = bytes === undefined ? `more than ${formatByteCount(maxBytes)}` : formatByteCount(bytes);
  const raised = Math.ceil((bytes ?? 2 * maxBytes) / INPUT_LIMITS[kind].bytes);
  const advice =
    maxBytes === MAX_BUFFER_BYTES ? 'the maximum for one buffer' : `--limits ${raised} allows it`;
  return new Error(`it is ${actual}; expected at most ${formatByteCount(maxBytes)} (${advice})`);
}

/** Formats a byte count with a suitable unit. */
export function formatByteCount(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`;
  const [unit, name] = bytes < MIB ? [KIB, 'KiB'] : [MIB, 'MiB'];
  return `${Math.ceil((bytes / unit) * 10) / 10} ${name}`;
}
