export { type BuiltModule, builtFile } from './built-file.js';
export { originalStack } from './original-stack.js';
