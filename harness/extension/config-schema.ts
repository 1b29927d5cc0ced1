import { z } from 'zod';
import { GENERATIONS } from '../../arch/index.js';
import { compileGroup, type UserCovergroup } from '../../coverage/index.js';
import {
  FAULT_OUTPUTS,
  type FaultOutput,
  isUserDefinedId,
  RULE_CLASSES,
  type RuleDefinition,
  TRACE_FIELDS,
  USER_ID_FORMAT,
  type UserFault,
} from '../../transactions/index.js';
import type { Config } from './config.js';
import { programSchema, sequenceSchema } from './sequence-schema.js';

const isFunction = (value: unknown): boolean => typeof value === 'function';
const userId = z.string().refine(isUserDefinedId, USER_ID_FORMAT);
const statements = z.array(z.string()).optional();

const rule: z.ZodType<RuleDefinition> = z.strictObject({
  id: userId,
  text: z.string().min(1),
  severity: z.enum(['error', 'warning']).exactOptional(),
  generations: z.array(z.enum(GENERATIONS)).min(1).exactOptional(),
  statements: statements.exactOptional(),
  needs: z.array(z.enum(Object.keys(TRACE_FIELDS))).exactOptional(),
  timed: z.literal(true).exactOptional(),
  create: z.custom(isFunction, 'a function that takes the facts and the judge'),
}) as unknown as z.ZodType<RuleDefinition>;

const fault: z.ZodType<UserFault> = z.strictObject({
  id: userId,
  title: z.string().min(1),
  output: z.enum(Object.keys(FAULT_OUTPUTS) as [FaultOutput, ...FaultOutput[]]),
  generations: z.array(z.enum(GENERATIONS)).min(1).exactOptional(),
  classes: z.array(z.enum(RULE_CLASSES)).min(1).exactOptional(),
  create: z.custom(isFunction, 'a function that takes the device'),
}) as unknown as z.ZodType<UserFault>;

/** A covergroup, validated by the covergroup compiler. */
const covergroup = z
  .looseObject({ name: userId, monitor: z.custom(isFunction, 'a function that takes the bench') })
  .check(({ value, issues }) => {
    try {
      compileGroup(value as unknown as UserCovergroup);
    } catch (error) {
      issues.push({ code: 'custom', input: value, message: (error as Error).message });
    }
  }) as unknown as z.ZodType<UserCovergroup>;

const reporter = z.strictObject({ id: userId, onEnd: z.custom(isFunction, 'a function that takes the run') });

/**
 * The schema fields of an extension, except for sequences and programs. Shared by all files that can contain
 * extensions.
 */
export const extensionShape = {
  rules: z.array(rule).exactOptional(),
  faults: z.array(fault).exactOptional(),
  covergroups: z.array(covergroup).exactOptional(),
  reporters: z.array(reporter).exactOptional(),
  onTransaction: z.custom(isFunction, 'a function that takes a transaction and the scenario').exactOptional(),
};

const stimulus = {
  sequences: z.array(sequenceSchema).exactOptional(),
  programs: z.array(programSchema).exactOptional(),
};

const option = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number()])).min(1),
]);

/**
 * The schema of a configuration. JSON files cannot contain anything that requires a function. The command line
 * validates the `run` options.
 */
export const configSchema = z.strictObject({
  run: z.record(z.string(), option).exactOptional(),
  night: z
    .strictObject({ closing: z.string().min(1), share: z.number().min(0).max(1).exactOptional() })
    .exactOptional(),
  launchers: z.record(z.string(), z.string().min(1)).exactOptional(),
  plugins: z.array(z.strictObject({ ...extensionShape, ...stimulus })).exactOptional(),
  $schema: z.string().exactOptional(),
  ...stimulus,
  ...extensionShape,
}) as unknown as z.ZodType<Config>;
