import fc from 'fast-check';

/** Laws test the same cases in every run, since every run must be repeatable; `POPS_TB_LAWS=3` tests others. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.POPS_TB_LAWS ?? 1) });
