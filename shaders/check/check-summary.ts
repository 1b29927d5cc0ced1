import { formatQuantity } from '../../base/text/index.js';
import type { CheckDocument } from './check-schema.js';

/** Summarises the verdicts in one line, such as `3 passed (1 with warnings), 0 failed, 0 unsupported`. */
export function formatCheckSummary({
  programs,
  passed,
  failed,
  unsupported,
  unreadable,
}: CheckDocument): string {
  const warned = programs.filter((program) => program.verdict === 'pass' && hasWarning(program)).length;
  const warnings = warned === 0 ? '' : ` (${warned} with warnings)`;
  const files = unreadable.length === 0 ? '' : `, ${formatQuantity(unreadable.length, 'file')} not checked`;
  return `${passed} passed${warnings}, ${failed} failed, ${unsupported} unsupported${files}`;
}

/** Whether a program has a warning that its source does not expect. */
function hasWarning({ warnings, violations, expected }: CheckDocument['programs'][number]): boolean {
  const isUnexpectedWarning = ({ rule, severity }: (typeof violations)[number]): boolean =>
    severity === 'warning' && expected?.warnings.includes(rule) !== true;
  return warnings.length > 0 || violations.some(isUnexpectedWarning);
}
