export { knownText } from './known-text.js';
