import { failure, success } from '#domain/result.ts'
import { findInvitation } from '../../features/account/invitations.ts'
import { rpc, unwrap } from '../rpc-context.ts'

/** The same reply for an invitation that was used or revoked, has expired, or never existed. */
export const deadInvitation = 'This invitation no longer works. Ask for another one.'

export const signInRoutes = {
  options: rpc.signIn.options.handler(({ context: { deps } }) => ({
    resetsPassword: deps.mailer.canSend,
    confirmsEmail: deps.mailer.canSend && deps.emailConfirmation === 'needed',
    signUp: deps.signUpPolicy,
    allowsGuests: deps.guests !== 'off',
  })),
  invitation: rpc.signIn.invitation.handler(async ({ context: { deps }, input: { token } }) => {
    const found = deps.signUpPolicy === 'closed' ? null : await findInvitation(deps.db, token)
    return unwrap<{ email: string }>(
      found ? success({ email: found.email }) : failure({ code: 'not-found', message: deadInvitation }),
    )
  }),
}
