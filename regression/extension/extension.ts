import type { OwnCovergroup } from '../../coverage/index.js';
import type { RuleDefinition } from '../../transactions/index.js';

/** What a user adds to the testbench: in a suite file, in a configuration file, or as a plug-in that these name (extending.md). */
export interface Extension {
  /** Rules that judge every test beside the project's. */
  readonly rules?: readonly RuleDefinition[];
  /** Covergroups that sample every test beside the project's. */
  readonly covergroups?: readonly OwnCovergroup[];
}

/** The fields of an extension. */
export const EXTENSION_FIELDS = ['rules', 'covergroups'] as const satisfies readonly (keyof Extension)[];
