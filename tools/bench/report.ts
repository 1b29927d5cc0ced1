import { formatTextTable, makeColumns } from '../../harness/text/index.js';
import { type Comparison, getVerdict, type Measurement } from './harness.js';

/** A metric with its results. */
export interface MetricReport extends Measurement {
  readonly id: string;
  readonly unit: string;
}

const COLUMNS = makeColumns(
  'metric',
  '>subject (best)',
  '>comparator (best)',
  '>ratio',
  '>floor',
  '>aim',
  'reached',
);

/** Formats the reports as a table, followed by the skipped comparators and how to install them. */
export function formatTable(reports: readonly MetricReport[]): string {
  const rows = reports.flatMap((report) =>
    report.comparisons.map((comparison) => getCells(report, comparison)),
  );
  const skipped = reports.flatMap((report) =>
    report.skipped.map(
      ({ comparator, install }) => `${report.id}: ${comparator} skipped; install it with: ${install}`,
    ),
  );
  return [formatTextTable(COLUMNS, rows), ...(skipped.length > 0 ? ['', ...skipped] : [])].join('\n');
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
