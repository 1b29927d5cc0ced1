export { type BuiltModule, builtFile } from './built-file.js';
export { originalStack } from './original-stack.js';
export { BUNDLED, COMPILED, VIEWER } from './places.js';
export { getBundleSource, getTreeShakeOptions, SOURCE_OPTIONS } from './sources.js';
