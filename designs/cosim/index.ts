export { LiveDesign } from './live-design.js';
