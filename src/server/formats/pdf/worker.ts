import { answer } from '../../../workers/answer.ts';
import { ownBuffers } from '../../../workers/ownBuffers.ts';
import { pdfOf } from './pages.ts';
import type { PrintTask } from './printed.ts';

// Worker: makes PDFs.

answer(
  ({ heading, pages }: PrintTask) => pdfOf(heading, pages),
  (pdf) => ownBuffers([pdf]),
);
