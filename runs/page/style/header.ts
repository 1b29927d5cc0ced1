/** Styles for the page header and the sticky navigation. */
export const HEADER_CSS = `
header{padding-top:1rem;padding-bottom:1rem}
body::before{content:"";display:block;height:.45rem;background:var(--text)}
body:has(>header.pass)::before{background:var(--fill-good)}body:has(>header.fail)::before{background:var(--fill-bad)}
body:has(>header.partial)::before,body:has(>header.running)::before{background:var(--fill-open)}
.identity{color:var(--muted);font-size:.88rem;margin:0}
h1{font-size:1.55rem;line-height:1.3;margin:.35rem 0 .7rem;overflow-wrap:anywhere}
.verdict{color:var(--good)}.partial .verdict,.running .verdict{color:var(--open)}.fail .verdict{color:var(--bad)}
.outcomes{display:block;width:100%;height:.7rem;border-radius:.35rem;background:var(--raised)}
.passed{fill:var(--fill-good)}.known{fill:var(--fill-open)}.failed{fill:var(--fill-bad)}.errors{fill:var(--fill-error)}
.first-step{margin:1rem 0;padding:.6rem .9rem .35rem;background:var(--raised);border-left:.3rem solid var(--link);border-radius:.3rem}
.first-step code{background:var(--background)}
.figures{display:flex;flex-wrap:wrap;gap:.6rem 2.2rem;margin:1rem 0}
.figures dt{font-size:.82rem;color:var(--muted)}.figures dd{margin:0;font-size:1.3rem;font-weight:600;line-height:1.25;font-variant-numeric:tabular-nums}
.figures .bad dd{color:var(--bad)}.figures .open dd{color:var(--open)}.figures dd.note{font-size:.8rem;font-weight:400;color:var(--muted)}
.fact{font-size:.9rem;color:var(--muted);margin:.15rem 0}
nav{position:sticky;top:0;z-index:2;background:var(--background);border-bottom:1px solid var(--line)}
nav ul{display:flex;gap:.2rem 1.4rem;overflow-x:auto;list-style:none;padding-top:.55rem;padding-bottom:.55rem;white-space:nowrap}
nav a{text-decoration:none;color:var(--text);padding:.15rem 0}nav a:hover{text-decoration:underline}
@media (max-width:40rem){h1{font-size:1.25rem}.figures{display:grid;grid-template-columns:repeat(3,1fr);gap:.6rem .8rem}.figures dd{font-size:1.1rem}}
`;
