import { type Comparison, getVerdict, type Measurement } from './harness.js';

/** A metric with its results. */
export interface MetricReport extends Measurement {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
}

const HEADER = ['metric', 'subject (best)', 'comparator (best)', 'ratio', 'floor', 'aim', 'reached'];
const LEFT_ALIGNED: ReadonlySet<string> = new Set(['metric', 'reached']);

/** Formats the reports as a Markdown table, followed by the skipped comparators and how to install them. */
export function formatTable(reports: readonly MetricReport[]): string {
  const rows = reports.flatMap((report) =>
    report.comparisons.map((comparison) => getCells(report, comparison)),
  );
  const widths = HEADER.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column].length)),
  );
  const separator = HEADER.map((title, column) =>
    LEFT_ALIGNED.has(title) ? '-'.repeat(widths[column]) : `${'-'.repeat(widths[column] - 1)}:`,
  );
  const skipped = reports.flatMap((report) =>
    report.skipped.map(
      ({ comparator, install }) => `${report.id}: ${comparator} skipped; install it with: ${install}`,
    ),
  );
  const table = [HEADER, separator, ...rows].map((cells) => formatRow(cells, widths));
  return [...table, ...(skipped.length > 0 ? ['', ...skipped] : [])].join('\n');
}

function getCells({ id, unit }: MetricReport, comparison: Comparison): string[] {
  const { subject, comparator, ratio, floor, aim } = comparison;
  return [
    id,
    `${subject.name} ${formatRate(subject.bestRate)} ${unit}`,
    `${comparator.name} ${formatRate(comparator.bestRate)} ${unit}`,
    formatRatio(ratio),
    formatRatio(floor),
    formatRatio(aim),
    getVerdict(comparison),
  ];
}

function formatRow(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, column) =>
    LEFT_ALIGNED.has(HEADER[column]) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
  );
  return `| ${padded.join(' | ')} |`;
}

/** Formats a rate with three significant digits and a k or M suffix. */
export function formatRate(rate: number): string {
  if (rate >= 1e6) return `${formatThreeDigits(rate / 1e6)} M`;
  if (rate >= 1e3) return `${formatThreeDigits(rate / 1e3)} k`;
  return formatThreeDigits(rate);
}

/** Formats a ratio with three significant digits, or as an integer if it is 100 or more. */
function formatRatio(ratio: number): string {
  return ratio < 100 ? formatThreeDigits(ratio) : ratio.toFixed(0);
}

function formatThreeDigits(value: number): string {
  return String(Number(value.toPrecision(3)));
}
