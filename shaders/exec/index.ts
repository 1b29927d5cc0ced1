export { readScene } from './scene-files.js';
