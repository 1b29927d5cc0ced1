export { launchWorkers } from './launch-runner.js';
export { readTemplate } from './template.js';
