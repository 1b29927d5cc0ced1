import { quoteShellWord } from '../../harness/basics/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import { decideVerdict, type JudgedCounts } from '../../harness/terminal/index.js';
import { type Colours, formatQuantity, formatTextTable, formatViolation } from '../../harness/text/index.js';
import { GOLDEN_MODE, type GoldenScene, LIST_ENTRIES } from '../../stimulus/index.js';
import type { GoldenFinding, GoldenMismatch, GoldenResult } from './limited-golden.js';

/** What a repro command needs in addition to the scene and the target. */
interface ReproOptions {
  readonly folder: string;
  readonly options: readonly string[];
}

/**
 * Formats the output of `golden`: a line per class, the first wrong pixel in full, the scoreboards' findings and the
 * verdict.
 */
export function formatGolden(result: GoldenResult, scenes: ReproOptions, colour: Colours): string {
  const { cases, pixels, mismatches, firstMismatch, findings } = result;
  const verdict = decideVerdict(countGolden(result));
  const paint = verdict === 'pass' ? colour.green : colour.red;
  return [
    formatClasses(result),
    '',
    ...(firstMismatch === undefined ? [] : [...formatMismatch(firstMismatch, scenes), '']),
    ...formatFindings(findings, scenes, colour),
    colour.bold(paint(verdict.toUpperCase())),
    `${formatQuantity(cases, 'case')}, ${formatQuantity(pixels, 'pixel')}, ${mismatches} wrong, ${formatQuantity(findings.length, 'scene')} with violations`,
  ].join('\n');
}

/** Returns the counts of a comparison with golden scenes. */
export function countGolden({ cases, mismatches, findings }: GoldenResult): JudgedCounts {
  return { passed: cases, failed: mismatches + findings.length };
}

function formatClasses({ byClass }: GoldenResult): string {
  const rows = Array.from(byClass, ([name, { pixels, mismatches }]) => [name, `${pixels}`, `${mismatches}`]);
  return formatTextTable(
    [{ title: 'class' }, { title: 'pixels', align: 'right' }, { title: 'wrong', align: 'right' }],
    rows,
  );
}

function formatMismatch(mismatch: GoldenMismatch, scenes: ReproOptions): string[] {
  const { case: golden, target, x, y, expected, observed } = mismatch;
  const { scene } = golden;
  const index = expected.findIndex((word, i) => word !== observed[i]);
  return [
    `First wrong pixel: (${x}, ${y}) in case ${golden.index}, ${golden.class}, ${scene.width}x${scene.height}, ${formatQuantity(scene.samples, 'sample')}, mode ${scene.mode}, on ${target.chip} wave${target.wave}`,
    `  expected  ${formatPixel(scene, expected)}`,
    `  observed  ${formatPixel(scene, observed)}`,
    `  first     word ${index}: expected ${toHex(expected[index]!)}, observed ${toHex(observed[index]!)}`,
    `  repro     ${formatRepro(mismatch, scenes)}`,
  ];
}

/** Formats a pixel's accumulators, or its list entries as `primitive/coverage`, in order (golden README). */
function formatPixel({ mode, samples }: GoldenScene, words: Uint32Array): string {
  if (mode === GOLDEN_MODE.SAMPLE_FOLD) return Array.from(words.subarray(0, samples), toHex).join(' ');
  const fragments = words[0]!;
  const entries = Array.from(
    words.subarray(1, 1 + Math.min(fragments, LIST_ENTRIES)),
    (word) => `${word >>> 8}/${toHex(word & 0xff)}`,
  );
  return [formatQuantity(fragments, 'fragment'), ...entries].join(' ');
}

function toHex(word: number): string {
  return `0x${word.toString(16)}`;
}

/** Formats the first finding in full, then all findings, one per line. */
function formatFindings(findings: readonly GoldenFinding[], scenes: ReproOptions, colour: Colours): string[] {
  const [first, ...others] = findings;
  if (first === undefined) return [];
  const { violation } = first;
  return [
    ...(violation === undefined ? [] : [formatViolation(violation, formatRepro(first, scenes), colour), '']),
    ...[first, ...others].map(
      ({ case: golden, target, signature }) =>
        `case ${golden.index} (${golden.class}) on ${target.chip} wave${target.wave}: ${signature}`,
    ),
    '',
  ];
}

function formatRepro(
  { case: golden, target }: GoldenMismatch | GoldenFinding,
  { folder, options }: ReproOptions,
): string {
  const selection = `--test ${golden.class} --chip ${target.chip} --wave ${target.wave}`;
  return formatCommand('golden', quoteShellWord(folder), selection, ...options);
}
