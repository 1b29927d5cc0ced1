import fc from 'fast-check';

/**
 * Laws use the same cases in every run, so that every run is reproducible. With `POPS_TB_LAWS=3`, for
 * example, they use others.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.POPS_TB_LAWS ?? 1) });
