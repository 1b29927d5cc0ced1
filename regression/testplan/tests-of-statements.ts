/**
 * Tests that verify a statement by what they draw and compare, beyond the rules and coverpoints that name it. A row is
 * a statement and names of `list tests`.
 */
export const TESTS_OF_STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  'S-006': ['discard_before', 'discard_after_packer'],
  'S-007': ['intrawave_layers', 'rmw_buffer', 'sections'],
  'S-058': ['intrawave_layers'],
  'S-064': ['intrawave_layers'],
  'S-065': ['intrawave_lanes'],
  'S-066': ['intrawave_worked_case'],
  'S-067': ['intrawave_layers'],
  'S-069': ['subgroup_section'],
  'S-119': ['or_bits_sample', 'sample_id_rmw', 'sample_mask_rate'],
  'S-149': ['coarse_rates'],
  'R-049': ['sections'],
  'P-007': ['coherent_stale', 'mixed_reads'],
  'P-027': ['cond_access', 'loop_in_section', 'switch_section', 'subgroup_section'],
  'P-028': ['cond_access', 'loop_in_section', 'switch_section'],
  'P-081': ['mrt4', 'depth_export', 'discard_after'],
  'P-092': ['mrt4', 'depth_export'],
  'P-096': ['mixed_reads'],
  'P-098': ['mixed_reads'],
};
