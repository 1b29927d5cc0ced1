import { SCALAR } from '../../wave-state.js';
import type { ExportOperation } from '../instruction.js';
import type { ExportRow } from '../rows/row.js';
import type { Compile, CompileContext } from './context.js';

/**
 * Marks the registers that an export reads. A compressed export packs two channels into each of the first two sources.
 */
function markSources(
  context: CompileContext,
  sources: readonly number[],
  enabled: number,
  compressed: boolean,
): void {
  sources.forEach((register, channel) => {
    const isUsed = compressed
      ? channel < 2 && ((enabled >>> (2 * channel)) & 3) !== 0
      : (enabled >>> channel) & 1;
    if (isUsed) context.uses.vector(register);
  });
}

/** Compiles the export instruction. */
export const compileExport: Compile<ExportRow> = (_row, context) => {
  const field = (name: string) => context.field(name);
  const enabled = field('en');
  const compressed = field('compr') !== 0;
  const sources = [field('vsrc0'), field('vsrc1'), field('vsrc2'), field('vsrc3')] as const;
  context.markExec();
  if (field('row') !== 0) context.uses.scalar(SCALAR.M0);
  markSources(context, sources, enabled, compressed);
  const operation: ExportOperation = {
    target: field('tgt'),
    enabled,
    compressed,
    done: field('done') !== 0,
    validMask: field('vm') !== 0,
    sources,
  };
  return { kind: 'export', export: operation };
};
