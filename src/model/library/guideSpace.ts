/** The ID of the space of the sample workspace that holds the user guide, docs/guide. */
export const guideSpaceId = 'YepN3RnteWRQLIiTBG18';
