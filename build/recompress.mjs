// Compresses the files of docs-platform.vsix again, more tightly than `vsce package`, which has chosen them: about 3 % less
// to download. The manifest and the styles lose what only developers need.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import SevenZip from '7z-wasm';
import { transformSync } from 'esbuild';
import { unzipSync } from 'fflate';

const vsix = 'docs-platform.vsix';
const files = unzipSync(readFileSync(vsix));
const manifest = 'extension/package.json';
const forDevelopers = ['scripts', 'dependencies', 'devDependencies', 'optionalDependencies', 'allowScripts'];
const shipped = Object.entries(JSON.parse(Buffer.from(files[manifest]).toString()));
files[manifest] = Buffer.from(
  JSON.stringify(Object.fromEntries(shipped.filter(([field]) => !forDevelopers.includes(field)))),
);
const styles = 'extension/media/preview.css';
files[styles] = Buffer.from(transformSync(Buffer.from(files[styles]).toString(), { loader: 'css', minify: true }).code);
const output = [];
const { FS, callMain } = await SevenZip({ print: (line) => output.push(line), printErr: (line) => output.push(line) });

FS.mkdir('/files');
FS.chdir('/files');
for (const [name, content] of Object.entries(files)) {
  FS.mkdirTree(path.posix.join('/files', path.posix.dirname(name)));
  FS.writeFile(name, content);
}
FS.writeFile('/names.txt', Object.keys(files).join('\n'));
// Without times and attributes, the same files always give the same bytes.
const plain = ['-mtm-', '-mtc-', '-mta-', '-mcu=on', '-spd'];
callMain(['a', '-tzip', '-mx=9', '-mm=Deflate', '-mfb=258', '-mpass=15', ...plain, `/${vsix}`, '@/names.txt']);

const compressed = FS.readFile(`/${vsix}`);
const [before, after] = [files, unzipSync(compressed)].map((each) =>
  Object.entries(each)
    .map(([name, content]) => `${name} ${content.length}`)
    .sort()
    .join('\n'),
);
if (after !== before) throw new Error(`The compressed package lacks files.\n${output.join('\n')}`);
writeFileSync(vsix, compressed);
console.log(`Compressed again: ${(compressed.length / 1024).toFixed(1)} KiB.`);
