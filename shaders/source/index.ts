export { isFragmentSource, languageOf } from './compile-source.js';
export { type ShaderFinding, shaderFindings } from './driver-findings.js';
export { type SourceProgram, type SourceSetting, sourcePrograms } from './source-programs.js';
