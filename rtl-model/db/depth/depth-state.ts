import type { Gfx } from '../../../arch/index.js';
import { getFieldOrZero } from '../../../arch/index.js';
import type { Draw } from '../../../transactions/index.js';
import { isFrontFacing } from '../../sc/facing.js';
import { getPrimitiveType } from '../../sc/outlines.js';

/** Returns the stencil state of a primitive's visible face. */
export function getVisibleFace(state: DepthState, draw: Draw, primitive: number): StencilFace {
  if (state.front === state.back) return state.front;
  return isFrontFacing(state.primitiveType, draw, primitive) ? state.front : state.back;
}

/**
 * For each face, the suffix of its fields in DB_STENCIL_CONTROL and DB_STENCILREFMASK, and the name of its comparison
 * field.
 */
const FACE_FIELDS = {
  front: { suffix: '', func: 'DB_DEPTH_CONTROL.STENCILFUNC' },
  back: { suffix: '_BF', func: 'DB_DEPTH_CONTROL.STENCILFUNC_BF' },
} as const;

/** Reads a draw's depth and stencil state. Both tests are off if DB_DEPTH_CONTROL is absent. */
export function readDepthState(gfx: Gfx, draw: Draw) {
  const { registers } = draw;
  const field = (name: string): number => getFieldOrZero(gfx, registers, name);
  const front = readStencilFace(field, FACE_FIELDS.front);
  const testsDepth = field('DB_DEPTH_CONTROL.Z_ENABLE') === 1;
  return {
    testsDepth,
    testsStencil: field('DB_DEPTH_CONTROL.STENCIL_ENABLE') === 1,
    writesDepth: testsDepth && field('DB_DEPTH_CONTROL.Z_WRITE_ENABLE') === 1,
    /** The `COMPARISONS` code for comparing the primitive's depth with the stored one. */
    func: field('DB_DEPTH_CONTROL.ZFUNC'),
    front,
    back: field('DB_DEPTH_CONTROL.BACKFACE_ENABLE') === 1 ? readStencilFace(field, FACE_FIELDS.back) : front,
    /** One of `PRIMITIVE_TYPE`. Only some types have two faces. */
    primitiveType: getPrimitiveType(gfx, draw),
  };
}

/** The depth and stencil state programmed in a draw's registers. */
export type DepthState = Readonly<ReturnType<typeof readDepthState>>;

function readStencilFace(
  field: (name: string) => number,
  { suffix, func }: (typeof FACE_FIELDS)[keyof typeof FACE_FIELDS],
) {
  return {
    /** The `COMPARISONS` code for comparing the reference value with the stored one. */
    func: field(func),
    /** The `STENCIL_OPS` code to apply when the stencil test fails. */
    fail: field(`DB_STENCIL_CONTROL.STENCILFAIL${suffix}`),
    /** The `STENCIL_OPS` code to apply when both tests pass. */
    pass: field(`DB_STENCIL_CONTROL.STENCILZPASS${suffix}`),
    /** The `STENCIL_OPS` code to apply when the depth test fails. */
    depthFail: field(`DB_STENCIL_CONTROL.STENCILZFAIL${suffix}`),
    /** The reference value for comparisons. */
    reference: field(`DB_STENCILREFMASK${suffix}.STENCILTESTVAL${suffix}`),
    mask: field(`DB_STENCILREFMASK${suffix}.STENCILMASK${suffix}`),
    writeMask: field(`DB_STENCILREFMASK${suffix}.STENCILWRITEMASK${suffix}`),
    /** The operand for stencil operations. */
    operand: field(`DB_STENCILREFMASK${suffix}.STENCILOPVAL${suffix}`),
  };
}

/** The stencil state for one face. */
export type StencilFace = Readonly<ReturnType<typeof readStencilFace>>;
