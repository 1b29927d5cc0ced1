import { defineConfig } from 'pops-testbench';
import { sectionWatchdog } from './watchdog.js';

/** Runs twenty tests with the vendor's watchdog setting. */
export default defineConfig({
  run: { suite: 'smoke', test: 'rmw_buffer,ordered_log', count: 20 },
  plugins: [sectionWatchdog({ cycles: 100_000 })],
});
