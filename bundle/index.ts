export { type BuiltModule, builtFile } from './built-file.js';
export { mapStack } from './original-stack.js';
export { BUNDLES, CODE_CACHE, VIEWER } from './paths.js';
export { getBundleSource, getTreeShakeOptions, SOURCE_OPTIONS } from './sources.js';
