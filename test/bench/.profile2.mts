import * as z from 'zod';
import { Page, content } from '../../src/contract/content.ts';
import { pageTree } from '../../src/model/pageTree.ts';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
const code = readFileSync(new URL('./pageTree.ts', import.meta.url), 'utf8');
const fn = code.slice(code.indexOf('function pages('));
const pages = new Function(stripTypeScriptTypes(fn) + '; return pages')();
const reply = JSON.stringify({ pages: pages(10_000) });
const med = (a) => a.toSorted((x,y)=>x-y)[a.length>>1];
const gc = globalThis.gc;
function run(name, f, n=23) { const t=[]; for (let i=0;i<n;i++){ const p = JSON.parse(reply); gc?.(); const s=performance.now(); globalThis.keep = f(p); t.push(performance.now()-s);} console.log(name.padEnd(30), 'first', t[0].toFixed(1), 'med', med(t.slice(3)).toFixed(1), 'min', Math.min(...t).toFixed(1)); }
const shape = { ...Page.shape };
const Flat = z.looseObject({ ...shape, pages: z.array(z.unknown()).nullish() });
const FlatString = z.looseObject({ ...shape, type: z.string().nullish(), pages: z.array(z.unknown()).nullish() });
const StringPage = z.looseObject({ ...shape, type: z.string().nullish(), get pages() { return z.array(StringPage).nullish() } });
const Raw = z.looseObject({ pages: z.array(StringPage) });
const walk = (S, mode) => (p) => { const open = [p.pages]; let n = 0; for (let l = open.pop(); l; l = open.pop()) for (let i=0;i<l.length;i++) { if (mode === 'validate') { if (!z.validate(S, l[i])) throw 1; } else { l[i] = S.parse(l[i]); } n++; if (l[i].pages) open.push(l[i].pages); } if (n !== 10000) throw n; return p; };
const CF = z.compile(Flat, {strict:true}), CFS = z.compile(FlatString, {strict:true});
const only = process.argv[2];
const variants = {
 current: (p) => content.pages.reply.parse(p),
 'recursive, string type': (p) => Raw.parse(p),
 'flat parse': walk(Flat, 'parse'),
 'flat string parse': walk(FlatString, 'parse'),
 'flat compiled parse': walk(CF, 'parse'),
 'flat string compiled parse': walk(CFS, 'parse'),
 'flat compiled validate': walk(CF, 'validate'),
 'flat string compiled validate': walk(CFS, 'validate'),
 'flat validate': walk(Flat, 'validate'),
};
for (const [n,f] of Object.entries(variants)) if (!only || n === only) { run(n, f); run(n + ' + tree', (p) => pageTree(f(p).pages)); }
run('tree', (p) => pageTree(p.pages));
