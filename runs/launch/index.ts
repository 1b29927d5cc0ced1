export { launchWorkers } from './launched-workers.js';
export { readTemplate } from './template.js';
