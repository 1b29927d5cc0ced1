import type { Row } from '../rows/row.js';
import { compileBuffer } from './buffer.js';
import { type CompileContext, type CompiledInstruction, UnsupportedError } from './context.js';
import { compileControl } from './control.js';
import { compileCrossLane } from './cross-lane.js';
import { compileDual } from './dual.js';
import { compileExport } from './export.js';
import { compileFlat } from './flat.js';
import { compileGprIndex, compileIndexed } from './gpr-index.js';
import { compileImage } from './image.js';
import { compileInterpolation } from './interpolation.js';
import { compileLds } from './lds.js';
import { compileScalar } from './scalar.js';
import { compileWithScalarOperands } from './scalar-float.js';
import { compileScalarMemory } from './scalar-memory.js';
import { compileTypedBuffer } from './typed-buffer.js';
import { compileVector } from './vector.js';

function compileMemory(row: Row & { family: 'memory' }, context: CompileContext): CompiledInstruction {
  if (row.format === 'smem') return compileScalarMemory(row, context);
  if (row.components !== undefined) return compileTypedBuffer(row, row.components, context);
  if (row.format === 'mubuf') return compileBuffer(row, context);
  if (row.format === 'mimg') return compileImage(row, context);
  if (row.format === 'ds') return compileLds(row, context);
  if (row.format === 'flat') return compileFlat(row, context);
  throw new UnsupportedError(row.format);
}

/** Compiles a raw instruction into its effect on registers and memory. */
export function compile(context: CompileContext): CompiledInstruction {
  const { row } = context.raw;
  if (row.unmodelled !== undefined) throw new UnsupportedError(row.unmodelled);
  const { indexed } = context;
  return indexed === undefined
    ? compileRow(row, context)
    : compileIndexed(indexed, context, () => compileRow(row, context));
}

function compileRow(row: Row, context: CompileContext): CompiledInstruction {
  switch (row.family) {
    case 'scalar':
      return compileScalar(row, context);
    case 'control':
      return compileControl(row, context);
    case 'vector':
      return compileVector(row, context);
    case 'interpolation':
      return compileInterpolation(row, context);
    case 'gpr-index':
      return compileGprIndex(row, context);
    case 'memory':
      return compileMemory(row, context);
    case 'export':
      return compileExport(row, context);
    case 'cross-lane':
      return row.vectorOp === undefined
        ? compileCrossLane(row, context)
        : compileWithScalarOperands(row, row.vectorOp, context);
    case 'dual':
      return compileDual(row, context);
  }
}
