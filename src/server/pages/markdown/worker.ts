import { answer } from '../../../workers/answer.ts';
import { serialized } from './replyDocuments.ts';

// Worker: writes replies with large documents.

answer(serialized);
