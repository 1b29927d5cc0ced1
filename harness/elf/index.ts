export { isElf } from './elf-file.js';
export { KNOWN_PROCESSORS } from './processors.js';
