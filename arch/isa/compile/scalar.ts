import { memoise } from '../../memoise.js';
import { SCALAR, type WaveState } from '../../wave-state.js';
import { countDwords } from '../operand-type.js';
import type { ScalarRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import type { Compile, CompileContext } from './context.js';
import { generateFunction } from './generate.js';
import { compileRelativeScalar } from './relative.js';
import { compileScalarFloat, resolveScalarOperands } from './scalar-float.js';

type Execute = (wave: WaveState) => number;

/** Binds a row's effect to a destination index and up to two source indices. */
type Binder = (d: number, a: number, b: number) => Execute;

const { SCC, EXEC_LO, EXEC_HI } = SCALAR;

function listArguments(row: ScalarRow): string {
  const names = ['a', 'b'];
  const values = row.sources.flatMap((type, i) =>
    countDwords(type, 64) === 2 ? [`s[${names[i]}]`, `s[${names[i]} + 1]`] : [`s[${names[i]}]`],
  );
  if (row.tied) values.push('s[d]');
  if (row.tied && countDwords(row.dst!, 64) === 2) values.push('s[d + 1]');
  if (row.readsScc) values.push(`s[${SCC}]`);
  return values.join(', ');
}

function emitBody(row: ScalarRow): string {
  const values = listArguments(row);
  const lines: string[] = [];
  if (row.compute) lines.push(`const low = compute(${values}) | 0;`);
  if (row.high) lines.push(`const high = high_(${values}) | 0;`);
  if (row.scc === 'nonzero') lines.push(`const bit = ${row.high ? '(low | high)' : 'low'} !== 0 ? 1 : 0;`);
  else if (row.scc) lines.push(`const bit = scc(${values});`);
  if (row.compute) lines.push('s[d] = low;');
  if (row.high) lines.push('s[d + 1] = high;');
  if (row.scc) lines.push(`s[${SCC}] = bit;`);
  return lines.join('\n');
}

/** Generates the body of an operation that changes EXEC. The destination receives the old EXEC or the result. */
function emitExecBody(row: ScalarRow): string {
  const wide = countDwords(row.dst!, 64) === 2;
  const destinationValues = row.exec === 'saveexec' ? ['exec0', 'exec1'] : ['low', 'high'];
  return [
    `const exec0 = s[${EXEC_LO}], exec1 = s[${EXEC_HI}];`,
    'const low = compute(s[a], exec0) | 0;',
    wide ? 'const high = compute(s[a + 1], exec1) | 0;' : '',
    `s[d] = ${destinationValues[0]};`,
    wide ? `s[d + 1] = ${destinationValues[1]};` : '',
    `s[${EXEC_LO}] = low;`,
    wide ? `s[${EXEC_HI}] = high;` : '',
    `s[${SCC}] = ${wide ? '(low | high)' : 'low'} !== 0 ? 1 : 0;`,
  ].join('\n');
}

const getBinder = memoise((row: ScalarRow): Binder => {
  const body = row.exec ? emitExecBody(row) : emitBody(row);
  return generateFunction(
    getName(row, 'gfx11'),
    { compute: row.compute, high_: row.high, scc: row.scc },
    `return (d, a, b) => (wave) => { const s = wave.s;\n${body}\nreturn 0; };`,
  );
});

function markImplicitOperands(row: ScalarRow, context: CompileContext, destination: number): void {
  if (row.readsScc) context.uses.scalar(SCC);
  if (row.scc) context.defines.scalar(SCC);
  if (row.tied) context.uses.scalar(destination, countDwords(row.dst!, context.lanes));
  if (row.exec) {
    context.uses.scalar(EXEC_LO, countDwords(row.dst!, 64));
    context.defines.scalar(EXEC_LO, countDwords(row.dst!, 64));
  }
}

/** Compiles scalar ALU rows. */
export const compileScalar: Compile<ScalarRow> = (row, context) => {
  if (row.vector !== undefined) return compileScalarFloat(row, row.vector, context);
  if (row.relative !== undefined) return compileRelativeScalar(row, row.relative, context);
  const { destination, indices } = resolveScalarOperands(row, context);
  markImplicitOperands(row, context, destination);
  return { kind: 'alu', execute: getBinder(row)(destination, indices[0] ?? -1, indices[1] ?? -1) };
};
