import { integrationManifest, ManifestError } from '../../../src/model/organizations/integrationManifest.ts';
import * as organizationLimits from '../../../src/model/organizations/limits.ts';
import * as pastedPeople from '../../../src/model/organizations/pastedMembers.ts';
import { type Calls, refusing } from '../hostileCalls.ts';

export const calls: Calls = {
  'integrationManifest/integrationManifest': (text) => refusing(() => integrationManifest(text, 'o'), ManifestError),
  'limits/emailDomainOf': organizationLimits.emailDomainOf,
  'limits/problemOfIntegrationName': organizationLimits.problemOfIntegrationName,
  'limits/problemOfSlug': organizationLimits.problemOfSlug,
  'limits/problemOfSourceAddress': organizationLimits.problemOfSourceAddress,
  'limits/problemOfTeamTitle': organizationLimits.problemOfTeamTitle,
  'limits/problemOfTranslationTitle': organizationLimits.problemOfTranslationTitle,
  'pastedMembers/keyOf': pastedPeople.keyOf,
  'pastedMembers/pastedPeople': pastedPeople.pastedPeople,
};
