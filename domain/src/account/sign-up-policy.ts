/** Who may create an account: everyone, people with an invitation, or no one. */
export const signUpPolicies = ['open', 'invite', 'closed'] as const
export type SignUpPolicy = (typeof signUpPolicies)[number]

/** The time in which an invitation can be accepted. */
const invitationDays = 7

/**
 * The needs of a sign-up: `allowed` nothing; `invitation` one that is accepted with it; `not-invited` and `closed` refuse
 * it.
 * @param invitation Whether the sign-up names one. With the policy `open` it is accepted all the same, so that it is
 * used up.
 */
export function decideSignUp(
  policy: SignUpPolicy,
  invitation: 'given' | 'none',
): 'allowed' | 'invitation' | 'not-invited' | 'closed' {
  if (policy === 'closed') return 'closed'
  if (invitation === 'given') return 'invitation'
  return policy === 'open' ? 'allowed' : 'not-invited'
}

/**
 * When an invitation expires.
 * @param madeAtMs Milliseconds since 1970, as is the result.
 */
export const invitationEnd = (madeAtMs: number): number => madeAtMs + invitationDays * 86_400_000
