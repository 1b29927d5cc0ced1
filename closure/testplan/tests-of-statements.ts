import { lookup } from '../../arch/index.js';

/**
 * Tests that verify a statement by what they draw and compare, beyond the rules and coverpoints that mention it. Maps
 * each statement to test names as printed by `list tests`.
 */
export const TESTS_BY_STATEMENT: Readonly<Record<string, readonly string[]>> = lookup({
  'S-006': ['discard_before', 'discard_after_packer'],
  'S-007': ['intrawave_layers', 'rmw_buffer', 'sections'],
  'S-058': ['intrawave_layers'],
  'S-064': ['intrawave_layers'],
  'S-065': ['intrawave_lanes'],
  'S-066': ['intrawave_worked_case'],
  'S-067': ['intrawave_layers'],
  'S-069': ['subgroup_section'],
  'S-119': ['or_bits_sample', 'sample_id_rmw', 'sample_mask_rate'],
  'S-142': ['ro_in_section'],
  'S-149': ['coarse_rates'],
  'P-007': ['coherent_stale', 'mixed_reads'],
  'P-027': ['cond_access', 'loop_in_section', 'switch_section', 'subgroup_section'],
  'P-028': ['cond_access', 'loop_in_section', 'switch_section'],
  'P-081': ['mrt4', 'depth_export', 'discard_after'],
  'P-092': ['mrt4', 'depth_export'],
  'P-096': ['mixed_reads'],
  'P-098': ['mixed_reads'],
});

/** Statements that project tests check without a run, by comparing generated data, keyed by test path. */
export const STATEMENTS_BY_PROJECT_TEST: Readonly<Record<string, readonly string[]>> = lookup({
  'test/rtl-model/db/shared-edges.test.ts': ['S-122'],
  'test/rtl-model/spi/background.test.ts': ['P-023', 'R-014', 'R-015', 'R-041', 'R-042', 'R-044', 'R-047'],
  'test/rtl-model/spi/launch-controllers.test.ts': ['P-074'],
  'test/stimulus/sections/assemble.test.ts': ['R-018', 'R-031', 'R-033', 'R-036'],
  'test/stimulus/sections/colours.test.ts': [
    ...['R-005', 'R-006', 'R-007', 'R-008', 'R-009', 'R-010', 'R-011', 'R-012', 'R-013', 'R-016', 'R-019'],
    ...['R-020', 'R-021', 'R-022', 'R-023', 'R-024', 'R-025', 'R-026', 'R-027', 'R-028', 'R-029', 'R-030'],
    ...['R-032', 'R-034', 'R-035', 'R-037'],
  ],
});
