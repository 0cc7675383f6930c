import type { Commands } from '../../ground/contributions/command.ts';
import { hasAccount, inView, not, onRequest } from '../../ground/contributions/conditions.ts';
import type { SignaturesOf } from '../../ground/contributions/run.ts';

export const contributions = {
  callEndpoint: {
    title: 'Call API Endpoint…',
    icon: 'plug',
    palette: hasAccount,
    menus: { more: { '9_raw@2': not(inView('changeRequests')) } },
  },
  'callEndpoint.send': {
    title: 'Send Request',
    icon: 'play',
    menus: { editorTitle: { 'navigation@1': onRequest } },
  },
  'callEndpoint.copyAsCurl': {
    title: 'Copy Request as cURL',
    icon: 'terminal',
    menus: { editorTitle: { '1_docsPlatform@1': onRequest } },
  },
} as const satisfies Commands;

declare module '../../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
