export { compileSource, getLanguage, isSourceInFolder } from './compile-source.js';
export { installDriver, listShaderFindings, type ShaderFinding } from './driver-findings.js';
export { getDriverOutput, probeDriver } from './driver-process.js';
export { buildDriverRequest, getShaderIntent, sortVaryings } from './driver-request.js';
export { readShaderInterface } from './shader-interface.js';
export { buildShaderState } from './shader-state.js';
export { findShaderDriver } from './shader-tools.js';
export { NO_SETTINGS } from './source-comments.js';
export {
  compileSourcePrograms,
  readEachChip,
  type SourceProgram,
  type SourceSettings,
} from './source-programs.js';
export type { ProtocolFinding } from './source-protocol.js';
export { buildVertexModule } from './vertex-module.js';
