import { Agent, request } from 'undici';
import { answer } from '../../src/workers/answer.ts';

// Worker: calls a server over four connections, in a thread of its own, so that only the server's work is in its thread.

export interface Calls {
  readonly url: string;
  readonly token: string;
  readonly count: number;
}

answer(async ({ url, token, count }: Calls): Promise<void> => {
  const dispatcher = new Agent({ connections: 4 });
  const headers = { authorization: `Bearer ${token}` };
  let left = count;
  const caller = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await request(url, { dispatcher, headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(String(statusCode));
    }
  };
  try {
    await Promise.all([caller(), caller(), caller(), caller()]);
  } finally {
    await dispatcher.destroy();
  }
});
