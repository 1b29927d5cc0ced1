import { defineConfig } from 'pops-testbench';
import { sectionWatchdog } from './watchdog.js';

/** Twenty tests with the watchdog as the vendor sets it. */
export default defineConfig({
  run: { suite: 'smoke', test: 'rmw_buffer,ordered_log', count: 20 },
  plugins: [sectionWatchdog({ cycles: 100_000 })],
});
