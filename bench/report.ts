import { type Comparison, type Measurement, type Metric, verdict } from './metric.js';

/** A metric with what was measured. */
export interface MetricReport extends Measurement {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
}

/** Joins a metric's name with its measurement. */
export function reportOf(metric: Metric, measurement: Measurement): MetricReport {
  return { id: metric.id, title: metric.title, unit: metric.unit, ...measurement };
}

const HEADER = [
  '| metric | subject, best | comparator, best | ratio | floor | aim | reached |',
  '| --- | ---: | ---: | ---: | ---: | ---: | --- |',
];

/** The reports as one Markdown table; skipped comparators follow with the command that installs them. */
export function formatTable(reports: readonly MetricReport[]): string {
  const rows = reports.flatMap((report) =>
    report.comparisons.map((comparison) => formatRow(report, comparison)),
  );
  const skipped = reports.flatMap((report) =>
    report.skipped.map(
      ({ comparator, install }) => `${report.id}: ${comparator} skipped; install it with: ${install}`,
    ),
  );
  return [...HEADER, ...rows, ...(skipped.length > 0 ? ['', ...skipped] : [])].join('\n');
}

function formatRow({ id, unit }: MetricReport, comparison: Comparison): string {
  const { subject, comparator, ratio, floor, aim } = comparison;
  const cells = [
    id,
    `${subject.name} ${formatRate(subject.bestRate)} ${unit}`,
    `${comparator.name} ${formatRate(comparator.bestRate)} ${unit}`,
    ratio.toFixed(ratio < 100 ? 2 : 0),
    String(floor),
    String(aim),
    verdict(comparison),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Three significant digits with k or M. */
export function formatRate(rate: number): string {
  if (rate >= 1e6) return `${Number((rate / 1e6).toPrecision(3))} M`;
  if (rate >= 1e3) return `${Number((rate / 1e3).toPrecision(3))} k`;
  return String(Number(rate.toPrecision(3)));
}
