import { content } from '../../src/contract/content.ts';
import { pageTree } from '../../src/model/pageTree.ts';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
const code = readFileSync(new URL('./pageTree.ts', import.meta.url), 'utf8');
const pages = new Function(stripTypeScriptTypes(code.slice(code.indexOf('function pages('))) + '; return pages')();
const reply = JSON.stringify({ pages: pages(10_000) });
const gc = globalThis.gc; const t = [];
for (let i=0;i<40;i++){ const p = content.pages.reply.parse(JSON.parse(reply)); gc(); const s=performance.now(); globalThis.keep = pageTree(p.pages); t.push(performance.now()-s);}
t.sort((a,b)=>a-b); console.log('min', t[0], 'med', t[20]);
