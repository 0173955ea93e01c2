/** What a review link lets its reviewers do, each with all that stands before it. */
export const linkGrants = ['look', 'comment', 'approve'] as const
export type LinkGrant = (typeof linkGrants)[number]

/** Whether a grant includes another one. */
export const grantIncludes = (grant: LinkGrant, needed: LinkGrant): boolean =>
  linkGrants.indexOf(grant) >= linkGrants.indexOf(needed)
