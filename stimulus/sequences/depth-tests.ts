import { CHIP_NAMES } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { FAULTS, RandomStream } from '../../transactions/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { withDepthTests } from '../driver/depth-state.js';
import type { ShaderName } from '../driver/shaders.js';
import { canFaultTakeEffect } from '../programs/faults.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { corpusSequence } from './corpus-sequence.js';

/** Shaders whose depth tests run early, late, late with an exported depth, or late after a discard. */
const SHADERS: readonly ShaderName[] = [
  'early_tests',
  'early_tests_color',
  'rmw_buffer',
  'depth_export',
  'discard_before',
];

const NAME = 'depth_tests';
const TEXT = 'random depth and stencil tests before and after the shader';

const CLAIMS = [WAVES_OVERLAP];

const BASES = SHADERS.map((shader) =>
  corpusSequence({ name: NAME, text: TEXT, shader, chips: CHIP_NAMES, claims: CLAIMS, programFaults: false }),
);

/**
 * Draws scenes with one of several corpus shaders and a depth buffer. Each draw has its own depth and stencil state.
 */
export const depthTests: Sequence<typeof NAME> = {
  name: NAME,
  text: TEXT,
  chips: CHIP_NAMES,
  claims: CLAIMS,
  faults: FAULTS.filter(({ id, where }) => where === 'db' && canFaultTakeEffect(id, ['late-depth'])).map(
    ({ id }) => id,
  ),
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const stream = new RandomStream(deriveSubSeed(request.seed, 'depth'));
  return withDepthTests(BASES[stream.below(BASES.length)].generate(request), stream);
}
