import { findRegisterField, type Gfx, usesAlphaToCoverage } from '../../../arch/index.js';
import type { Draw } from '../../../transactions/index.js';

/** The stencil test of one face. */
export type StencilFace = Readonly<ReturnType<typeof readStencilFace>>;

/**
 * What the depth and stencil tests do before the shader runs. `final`: they write results and drop failing samples.
 * `lossy`: they only drop failing samples. `pixels`: they may drop pixels whose samples all fail. `none`: nothing.
 */
export type EarlyTests = 'final' | 'lossy' | 'pixels' | 'none';

/** A draw's depth and stencil state according to its registers (`DepthBuffer` in the contract). */
export type DepthState = Readonly<ReturnType<typeof decodeDepthState>>;

/** The DB_SHADER_CONTROL.Z_ORDER value for late tests. With any other value, tests start early. */
const LATE_Z = 0;

const GREATER_FUNCTIONS: readonly number[] = [4, 6];
/** ZFUNC codes of comparisons that pass for smaller depths. */
const LESS_FUNCTIONS: readonly number[] = [1, 3];

/** Reads the state from a draw's registers. Missing fields are read as 0. */
export function decodeDepthState(gfx: Gfx, { registers }: Draw) {
  const field = (name: string): number => findRegisterField(gfx, registers, name) ?? 0;
  const isSet = (name: string): boolean => field(name) !== 0;
  const testsDepth = isSet('DB_DEPTH_CONTROL.Z_ENABLE');
  const front = readStencilFace(field, '');
  return {
    testsDepth,
    writesDepth: testsDepth && isSet('DB_DEPTH_CONTROL.Z_WRITE_ENABLE'),
    depthCompare: field('DB_DEPTH_CONTROL.ZFUNC'),
    testsStencil: isSet('DB_DEPTH_CONTROL.STENCIL_ENABLE'),
    front,
    back: isSet('DB_DEPTH_CONTROL.BACKFACE_ENABLE') ? readStencilFace(field, '_BF') : front,
    early: readEarlyTests(field, mayDrop(gfx, registers)),
    /** Whether the shader may discard samples that it was launched for. */
    mayDrop: mayDrop(gfx, registers),
    /** Whether the shader exports a depth for late tests. */
    exportsDepth: isSet('DB_SHADER_CONTROL.Z_EXPORT_ENABLE'),
    /** Whether the shader exports the reference value for the stencil test. */
    exportsReference: isSet('DB_SHADER_CONTROL.STENCIL_TEST_VAL_EXPORT_ENABLE'),
    /** Whether the shader exports the operand for stencil operations. */
    exportsOperand: isSet('DB_SHADER_CONTROL.STENCIL_OP_VAL_EXPORT_ENABLE'),
    /** Whether the shader exports a mask of the samples to test late. */
    exportsMask: isSet('DB_SHADER_CONTROL.MASK_EXPORT_ENABLE'),
  };
}

type GetField = (name: string) => number;

function readStencilFace(field: GetField, face: '' | '_BF') {
  const readFaceField = (name: string): number => field(`DB_STENCILREFMASK${face}.${name}${face}`);
  return {
    compare: field(`DB_DEPTH_CONTROL.STENCILFUNC${face}`),
    /** The operation applied if the stencil test fails. */
    onFail: field(`DB_STENCIL_CONTROL.STENCILFAIL${face}`),
    /** The operation applied if the stencil test passes and the depth test fails. */
    onDepthFail: field(`DB_STENCIL_CONTROL.STENCILZFAIL${face}`),
    /** The operation applied if both tests pass. */
    onPass: field(`DB_STENCIL_CONTROL.STENCILZPASS${face}`),
    reference: readFaceField('STENCILTESTVAL'),
    readMask: readFaceField('STENCILMASK'),
    writeMask: readFaceField('STENCILWRITEMASK'),
    /** The operand of the stencil operations. */
    operand: readFaceField('STENCILOPVAL'),
  };
}

function mayDrop(gfx: Gfx, registers: Draw['registers']): boolean {
  const names = ['KILL_ENABLE', 'MASK_EXPORT_ENABLE', 'COVERAGE_TO_MASK_ENABLE'];
  const isSet = (name: string) => findRegisterField(gfx, registers, `DB_SHADER_CONTROL.${name}`) === 1;
  return names.some(isSet) || usesAlphaToCoverage(gfx, registers);
}

function exportsStencil(field: GetField): boolean {
  const names = ['STENCIL_TEST_VAL_EXPORT_ENABLE', 'STENCIL_OP_VAL_EXPORT_ENABLE'];
  return names.some((name) => field(`DB_SHADER_CONTROL.${name}`) !== 0);
}

function readEarlyTests(field: GetField, mayDropSamples: boolean): EarlyTests {
  const readControl = (name: string): number => field(`DB_SHADER_CONTROL.${name}`);
  if (readControl('DEPTH_BEFORE_SHADER') !== 0) return 'final';
  const isExported = readControl('Z_EXPORT_ENABLE') !== 0 || exportsStencil(field);
  const isEarly = readControl('Z_ORDER') !== LATE_Z;
  if (isExported) return isEarly && isEarlyFailureFinal(field) && !exportsStencil(field) ? 'lossy' : 'none';
  if (isEarly) return mayDropSamples ? 'lossy' : 'final';
  return readControl('EXEC_ON_HIER_FAIL') === 0 ? 'pixels' : 'none';
}

/**
 * Whether a sample that fails with its interpolated depth must also fail with the exported one (CONSERVATIVE_Z_EXPORT).
 */
function isEarlyFailureFinal(field: GetField): boolean {
  const compare = field('DB_DEPTH_CONTROL.ZFUNC');
  switch (field('DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT')) {
    case 1:
      return GREATER_FUNCTIONS.includes(compare);
    case 2:
      return LESS_FUNCTIONS.includes(compare);
    default:
      return false;
  }
}
