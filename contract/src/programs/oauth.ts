import { z } from 'zod'
import { tokenScopes } from '#domain/tokens/token-scope.ts'
import { bySession, withPassword } from '../call-scope.ts'
import { plainString } from '../text.ts'
import { createTokenBody } from './api-token.ts'

const parameter = plainString(2_000).optional()

/** The parameters of an authorization request (RFC 6749, 4.1.1; RFC 7636, 4.3; RFC 8707, 2), as they stand in the address. */
export const authorizationQuery = z.strictObject({
  response_type: parameter,
  client_id: parameter,
  redirect_uri: parameter,
  code_challenge: parameter,
  code_challenge_method: parameter,
  scope: parameter,
  state: parameter,
  resource: parameter,
})
export type AuthorizationQuery = z.infer<typeof authorizationQuery>

/** A program that asks for a connection, as a person decides about it. */
export const authorizationShape = z.strictObject({
  /** Sealed with the person and everything that was asked; it allows the request once it is sent back. */
  ticket: z.string(),
  /** The program's name for itself. */
  name: z.string(),
  /** Where the name comes from: the host of its metadata document; null: it has registered itself, as every program may. */
  documentHost: z.string().nullable(),
  /** Where the answer goes. `isLocal`: to a program on the person's machine, which can be any. */
  redirect: z.strictObject({ host: z.string(), isLocal: z.boolean() }),
  scopes: z.array(z.enum(tokenScopes)),
  /** The address that says no. */
  denyUrl: z.string(),
})
export type AuthorizationShape = z.infer<typeof authorizationShape>

/** The scopes that a person allows: as much as was asked, or less. */
export const allowBody = z.strictObject({
  ticket: plainString(16_000),
  name: createTokenBody.shape.name,
  scopes: createTokenBody.shape.scopes,
  projectId: createTokenBody.shape.projectId,
  budget: createTokenBody.shape.budget,
})
export type AllowBody = z.infer<typeof allowBody>

/** The calls of the page on which a person allows a program to connect by OAuth. */
export const oauthCalls = {
  read: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/oauth/requests',
      summary: 'What a program asks for that wants to connect by OAuth',
      description:
        'A refusal whose `data.redirect` is not null may be sent on to the program by that address. Of the page at /connect; takes sessions alone.',
    })
    .input(authorizationQuery)
    .output(authorizationShape),
  allow: withPassword
    .meta({ caller: 'account', activity: 'token-made' })
    .route({
      method: 'POST',
      path: '/oauth/allow',
      summary: 'Allow a program to connect; answers the address that gives it a code',
    })
    .input(allowBody)
    .output(z.strictObject({ redirect: z.string() })),
}
