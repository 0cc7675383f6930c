import { Page } from '../../src/contract/content.ts';
import { content } from '../../src/contract/content.ts';
import { pageTree } from '../../src/model/pageTree.ts';
import * as z from 'zod';
const src = await import('./pageTree.ts');
import { readFileSync } from 'node:fs';
// reuse pages()
const code = readFileSync(new URL('./pageTree.ts', import.meta.url), 'utf8');
const fn = code.slice(code.indexOf('function pages('));
const { stripTypeScriptTypes } = await import('node:module');
const pages = new Function(stripTypeScriptTypes(fn) + '; return pages')();
const reply = JSON.stringify({ pages: pages(10_000) });
console.log('bytes', reply.length, 'jitless', z.config().jitless);
const med = (a) => a.toSorted((x,y)=>x-y)[a.length>>1];
const gc = globalThis.gc;
function run(name, f, n=15) { const t=[]; for (let i=0;i<n;i++){ gc?.(); const s=performance.now(); f(); t.push(performance.now()-s);} console.log(name, 'first', t[0].toFixed(1), 'med', med(t.slice(3)).toFixed(1), 'min', Math.min(...t).toFixed(1)); }
const bytes = new TextEncoder().encode(reply);
run('decode', ()=> new TextDecoder().decode(bytes));
run('JSON.parse', ()=> JSON.parse(reply));
run('JSON.parse+zod', ()=> content.pages.reply.parse(JSON.parse(reply)));
const parsed = JSON.parse(reply);
run('zod', ()=> content.pages.reply.parse(parsed));
const checked = content.pages.reply.parse(parsed);
run('tree of zod output', ()=> pageTree(checked.pages));
run('tree of raw', ()=> pageTree(parsed.pages));
run('all', ()=> pageTree(content.pages.reply.parse(JSON.parse(new TextDecoder().decode(bytes))).pages));
