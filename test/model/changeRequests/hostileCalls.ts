import * as reportedChanges from '../../../src/model/changeRequests/reportedChanges.ts';
import type { Calls } from '../hostileCalls.ts';

export const calls: Calls = {
  'reportedChanges/fileChanges': (text) =>
    reportedChanges.fileChanges([{ type: 'file_created', file: { id: text, name: text, downloadURL: text } }]),
};
