export { readGolden } from './golden-files.js';
