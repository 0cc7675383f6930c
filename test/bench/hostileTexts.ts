import { globSync } from 'node:fs';
import path from 'node:path';
import { worksOf } from '../hostileTexts.ts';
import type { Calls } from '../model/hostileCalls.ts';
import type { Figure } from './figure.ts';

/** In characters. */
const megabyte = 2 ** 20;

/**
 * The longest time that a function of each room of the model takes for a megabyte of any hostile text. The tests judge how
 * time grows up to a quarter of that, and for few texts only.
 */
export async function* hostileTexts(): AsyncGenerator<Figure> {
  const repository = path.join(import.meta.dirname, '../..');
  for (const file of globSync('test/model/*/hostileCalls.ts', { cwd: repository }).toSorted()) {
    const { calls } = (await import(path.join(repository, file))) as { readonly calls: Calls };
    let slowest = { time: 0, name: '' };
    for (const [name, read] of Object.entries(calls)) {
      for (const { name: text, prepare } of worksOf(read)) {
        const call = prepare(megabyte);
        const start = process.threadCpuUsage();
        call();
        const { user, system } = process.threadCpuUsage(start);
        const time = (user + system) / 1000;
        if (time > slowest.time) slowest = { time, name: `${name} for ${text}` };
      }
    }
    const room = path.basename(path.dirname(file));
    yield { name: `hostile texts: ${room}/${slowest.name}`, value: slowest.time, unit: 'ms of CPU time', limit: 1000 };
  }
}
