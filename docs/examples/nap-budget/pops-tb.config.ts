import { defineConfig } from 'pops-testbench';
import { napBudget } from './nap-budget.js';
import { napTable } from './reports.js';

export default defineConfig({
  run: { suite: 'orbit.suite.json' },
  plugins: [napBudget(200)],
  onTransaction: napTable('naps.csv'),
});
