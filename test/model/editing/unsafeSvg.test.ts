import assert from 'node:assert/strict';
import { test } from 'vitest';
import { unsafeInSvg } from '../../../src/model/editing/unsafeSvg.ts';
import { cpuTime } from '../../cpuTime.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const svg = (inside: string) =>
  bytes(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`);

test.each([
  '<path d="M0 0h9v9z" fill="url(#shade)" style="stroke:url( \'#a\' )"/>',
  '<use href="#a"/><use xlink:href = \'#b\'/><a href="#"><text>on = off</text></a>',
  '<image href="data:image/png;base64,AAAA"/>',
  '<style>.a{fill:#fff;mask:url("#m")}</style><text>javascript and script</text>',
  '<metadata><rdf:RDF xmlns:rdf="http://x"><cc:Work rdf:about=""/></rdf:RDF></metadata>',
  '<style><![CDATA[.a > .b{fill:#fff}]]></style><style id="empty"/><!-- "Ada\'s" --><?x it\'s?>',
  '<metadata><dc:source>x</dc:source></metadata><g inkscape:label="base = 1 > 0" id=""/>',
  '<animate attributeName="opacity" values="0;1"/><text>C:\\new</text>',
])('a picture is safe: %s', (inside) => {
  assert.equal(unsafeInSvg(svg(inside)), undefined);
});

test.each([
  ['<script>alert(1)</script>', 'script'],
  ['<script/>', 'script'],
  ['<x:script xmlns:x="http://www.w3.org/2000/svg">', 'x:script'],
  ['<g onload="alert(1)"/>', 'onload'],
  ["<g\nONCLICK = 'x'/>", 'ONCLICK'],
  ['<g id="a"onload="x"/>', 'onload'],
  ['<foreignObject><p/></foreignObject>', 'foreignObject'],
  ['<a href="https://example.com">x</a>', 'href'],
  ['<a href="java&#115;cript:alert(1)">x</a>', 'javascript:'],
  ['<a xlink:href=" https://example.com">x</a>', 'xlink:href'],
  ['<a x:href="//example.com">x</a>', 'x:href'],
  ['<image href="data:image/svg+xml,x"/>', 'href'],
  ['<image src="a.png"/>', 'src'],
  ['<set attributeName="href" to="x"/>', 'href'],
  ['<set attributeName="xlink:href" to="x"/>', 'xlink:href'],
  ['<style>@import "a.css";</style>', '@import'],
  ['<style>@&#105;mport "a.css";</style>', '@import'],
  ['<style>@\\69mport "a.css";</style>', 'style'],
  ['<g style="fill:url(https://example.com/a)"/>', 'url()'],
  ['<g fill="url(#a" style="fill:url(https://example.com/a)"/>', 'url()'],
  ['<g style="fill:url(&quot;https://example.com/a&quot;)"/>', 'url()'],
  ['<g style="background:image-set(\'a\' 1x)"/>', 'image-set('],
  ['<style>g { fill: src("https://example.org/x") }</style>', 'src('],
  ['<é:script xmlns:é="http://www.w3.org/2000/svg">alert(1)</é:script>', 'é:script'],
  ['<\u1680:script xmlns:\u1680="http://www.w3.org/2000/svg"/>', ':script'],
  ['<a é:href="https://example.com">x</a>', 'é:href'],
  ['<set attributeName="é:href" to="x"/>', 'é:href'],
  ['<style>@im<!-- -->port "https://example.com/a.css"</style>', '@import'],
  ['<style>@im<!-- -->&#112;ort "https://example.com/a.css"</style>', '@import'],
  ['<style><![CDATA[@im]]><![CDATA[port "https://example.com/a.css"]]></style>', '@import'],
  ['<style>@im<?x ?><g id=">"/>port "https://example.com/a.css"</style>', '@import'],
  ['<style>.a{fill:u<!-- " -->rl(https://example.com/a)}</style>', 'url()'],
  ['<style>@&#x0000000069;mport "a.css";</style>', '@import'],
  ['<style>@\\import "a.css";</style>', 'style'],
  ['<g fill="u\\rl(https://example.com/a)"/>', 'style'],
  ['<h:meta http-equiv="refresh" content="0;url=x"/>', 'h:meta'],
  ['<h:img srcset="https://example.com/a.png"/>', 'h:img'],
  ['<h:base/>', 'h:base'],
  ['<h:link rel="stylesheet"/>', 'h:link'],
  ['<g srcset="https://example.com/a.png"/>', 'srcset'],
  ['<g xml:base="https://example.com/"/>', 'xml:base'],
  ['<a href="#" ping="https://example.com/">x</a>', 'ping'],
  ['<h:p xmlns:h="http://www.w3.org/1999/xhtml"/>', 'xhtml'],
  ['<g id="&#60; href=\'#" xlink:href="https://example.com" class="\'"/>', 'xlink:href'],
])('the part that is more than a picture is named: %s', (inside, found) => {
  assert.equal(unsafeInSvg(svg(inside)), found);
});

test.each([
  ['<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "x" "y"><svg/>', undefined],
  ['<?xml-stylesheet href="a.css"?><svg/>', 'xml-stylesheet'],
  ['<!DOCTYPE svg [<!ENTITY a "x">]><svg/>', 'entity'],
  ['<?xml version="1.0" encoding="iso-2022-jp"?><svg/>', '?'],
  ['<!DOCTYPE svg [<!-- -->]><svg/>', 'doctype'],
  ['<svg><style>@im<!-- ', '?'],
  ['<svg a="', '?'],
  ['<html/>', '?'],
  ['', '?'],
])('the start of the file counts: %s', (text, found) => {
  assert.equal(unsafeInSvg(bytes(text))?.toLowerCase(), found);
});

test('bytes in another encoding count as unsafe', () => {
  assert.equal(unsafeInSvg(Buffer.from('\ufeff<svg/>', 'utf16le')), '?');
  assert.equal(unsafeInSvg(Buffer.from('<svg/>', 'utf16le')), '?');
  assert.equal(unsafeInSvg(Buffer.from([0x3c, 0xff])), '?');
});

test.each([
  '<!-- ',
  '<![CDATA[',
  '<a b="',
  "<a b='>",
  '<style>',
  ' href="',
  ' é:',
  '\u1680',
  'attributeName="\u1680',
  'url(',
  '&#x0',
  '="\\',
  '<!DOCTYPE ',
])('a large file is read once: %s', (part) => {
  const large = bytes(`<svg>${part.repeat(1_000_000 / part.length)}`);
  const before = cpuTime();
  unsafeInSvg(large);
  assert.ok(cpuTime() - before < 2000);
});
