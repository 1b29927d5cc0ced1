/** Lengths of bars in whole percent: the policy of the page allows no style beside the sheet. */
const SHARES = Array.from({ length: 101 }, (_, share) => `[data-share="${share}"]{--share:${share}%}`).join(
  '',
);

/** The page's style: the reader's own fonts, light and dark, one column on a phone. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--raised:#f4f5f7;--line:#d5d8de;--text:#1b1f26;--quiet:#5b6472;--link:#0b5cad;--good:#17692f;--open:#8a5a00;--bad:#b3261e;--heat:11,92,173}
@media (prefers-color-scheme:dark){:root{--ground:#14171c;--raised:#1e232b;--line:#39414d;--text:#e6e9ee;--quiet:#a3adba;--link:#7db7f5;--good:#6fce8a;--open:#e3b341;--bad:#ff8a80;--heat:86,156,233}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
header,nav,main{max-width:72rem;margin:0 auto;padding:0 1rem}
header{border-top:.5rem solid var(--good);padding-top:1rem}
header.partial,header.running{border-color:var(--open)}header.fail{border-color:var(--bad)}
h1{font-size:1.5rem;margin:0;overflow-wrap:anywhere}h2{font-size:1.25rem;margin:2.5rem 0 .75rem;border-bottom:1px solid var(--line)}h3{font-size:1rem;margin:1.5rem 0 .5rem}
.pass .verdict,.good{color:var(--good)}.partial .verdict,.running .verdict{color:var(--open)}.fail .verdict,.bad{color:var(--bad)}.quiet,.fact{color:var(--quiet)}
p{margin:.4rem 0;overflow-wrap:anywhere}.fact{font-size:.9rem}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
nav{position:sticky;top:0;z-index:2;display:flex;gap:1rem;overflow-x:auto;padding-top:.6rem;padding-bottom:.6rem;background:var(--ground);border-bottom:1px solid var(--line);white-space:nowrap}
html{scroll-padding-top:3.5rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.5rem,1fr));gap:.5rem;margin:1rem 0}
.figures div{background:var(--raised);border-radius:.4rem;padding:.4rem .7rem}
.figures dt{font-size:.8rem;color:var(--quiet)}.figures dd{margin:0;font-size:1.15rem;font-weight:600}
.facts div{display:grid;grid-template-columns:6rem 1fr;gap:.5rem}.facts dt{color:var(--quiet)}.facts dd{margin:0;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;width:100%}
th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--quiet);font-weight:600}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
code,pre{font:.85rem/1.45 ui-monospace,monospace}
pre{overflow-x:auto;background:var(--raised);padding:.7rem;border-radius:.4rem;margin:.6rem 0}
.picture{line-height:1.2}
.command{display:flex;align-items:flex-start;gap:.5rem;margin:.3rem 0}
.command code{flex:1;min-width:0;overflow-wrap:anywhere;background:var(--raised);padding:.35rem .5rem;border-radius:.3rem}
button,input,select{font:inherit;font-size:.9rem;color:var(--text);background:var(--raised);border:1px solid var(--line);border-radius:.3rem;padding:.25rem .6rem}
button{cursor:pointer}
td .command{min-width:18rem;margin:0}
summary{cursor:pointer;padding:.25rem 0;overflow-wrap:anywhere}
.bucket,.group{border:1px solid var(--line);border-radius:.4rem;padding:.2rem .8rem;margin:.5rem 0}
.item{margin-left:1rem}.rule{font-weight:600}
#coverage-controls{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:center;margin:.8rem 0}
#coverage-controls label{display:flex;gap:.4rem;align-items:center}
#coverage-search{width:16rem;max-width:60vw}
.bar{display:inline-block;width:5rem;height:.6rem;border-radius:.3rem;background:linear-gradient(to right,var(--good) var(--share),var(--line) var(--share));margin-right:.5rem}
.share{display:inline-block;min-width:4.2rem;text-align:right;font-variant-numeric:tabular-nums;margin-right:.6rem}
.prose{min-width:11rem}
.stages{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.3rem 1.5rem}
.whole{white-space:nowrap}.item td:first-child{min-width:9rem}
.hole{color:var(--bad)}.left-out{color:var(--quiet)}
.heat{width:auto;margin:.5rem 0}.heat td{text-align:right;min-width:3.2rem;border:1px solid var(--line)}
.heat td.empty{background:repeating-linear-gradient(45deg,var(--raised),var(--raised) 4px,var(--line) 4px,var(--line) 5px)}
.heat td.hole{outline:2px solid var(--bad);outline-offset:-2px;font-weight:700}
.growth{width:100%;max-width:32rem;background:var(--raised);border-radius:.4rem}.growth polyline{stroke:var(--link);stroke-width:2}
@media (max-width:40rem){.facts div{grid-template-columns:1fr;gap:0}.item{margin-left:.2rem}.bar{width:2.5rem;margin-right:.2rem}.share{min-width:3.6rem;margin-right:.3rem}body{font-size:15px}th,td{padding:.25rem .4rem}}
${SHARES}
`;
