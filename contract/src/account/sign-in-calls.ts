import { bySession } from '../call-scope.ts'
import { invitationShape, readInvitationBody, signInOptionsShape } from './accounts.ts'

/** Sign-in and sign-up options of this server, readable without an account. */
export const signInCalls = {
  options: bySession
    .meta({ caller: 'anyone' })
    .route({
      method: 'GET',
      path: '/sign-in-options',
      summary: 'The sign-in and sign-up options of this server',
      spec: (generated) => ({ ...generated, security: [] }),
    })
    .output(signInOptionsShape),
  invitation: bySession
    .meta({ caller: 'anyone' })
    .route({
      method: 'POST',
      path: '/invitations/read',
      summary: 'The email of an invitation; 404 if it was used or revoked, has expired, or never existed',
      spec: (generated) => ({ ...generated, security: [] }),
    })
    .input(readInvitationBody)
    .output(invitationShape),
}
