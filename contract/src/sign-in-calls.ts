import { oc } from '@orpc/contract'
import { invitationShape, readInvitationBody, signInOptionsShape } from './accounts.ts'

/** Sign-in and sign-up options of this server, readable without an account. */
export const signInCalls = {
  options: oc
    .route({
      method: 'GET',
      path: '/sign-in-options',
      summary: 'What signing in offers on this server',
      spec: (generated) => ({ ...generated, security: [] }),
    })
    .output(signInOptionsShape),
  invitation: oc
    .route({
      method: 'POST',
      path: '/invitations/read',
      summary: 'Whom an invitation is for; 404 where it can’t be accepted any more',
      spec: (generated) => ({ ...generated, security: [] }),
    })
    .input(readInvitationBody)
    .output(invitationShape),
}
