import type { ReportWords } from '../model/pages/importReport.ts';

/** The texts of an import's report on the command line. */
export const reportWords: ReportWords = {
  title: 'Import of {0}',
  taken: 'Pages: {0}. Files: {1}.',
  complete: 'Nothing was changed or left out.',
  skipped: 'Skipped files',
  unlisted: 'Pages that the table of contents leaves out: they come last, hidden where possible',
  encoding: 'Files in another encoding than UTF-8, or with bad bytes',
  longTitle: 'Titles that were shortened to 250 characters',
  limit: 'Pages that are too long',
  frontMatter: 'Front matter that isn’t valid YAML, and was read line by line',
  property: 'Properties that can’t be imported',
  include: 'Included texts that were left out: not found, empty, too long, or including themselves',
  file: 'Links to files that weren’t found',
  upload: 'Files to add in the browser: change requests can’t contain them',
  redirect: 'Redirects (set these up in the site)',
  setting: 'Settings that couldn’t be read',
};
