import { z } from 'zod'
import { signUpPolicies } from '#domain/account/sign-up-policy.ts'
import { plainString, text } from './text.ts'

const firstName = text({ minimum: 1, maximum: 100 })
/** The longest address that mail servers take (RFC 5321, 4.5.3.1.3). */
export const email = z.email('That is not an email address.').max(254)
/** Longer ones are refused before anything is hashed. */
const longestPassword = 128

/** A password that is to be checked. */
export const password = z.string().max(longestPassword)
/** A password that is to be kept. */
export const newPassword = z.string().min(6, 'Password must be at least 6 characters long').max(longestPassword)

/** What sign-up takes; better-auth itself reads it afterwards, and may be given more (`rememberMe`, `callbackURL`). */
export const signUpBody = z
  .looseObject({
    email,
    password: newPassword,
    firstName,
    /** Left out: the first name. */
    name: firstName.optional(),
    image: z.never().optional(),
    /** The token of an invitation, where the server asks for one. */
    invitation: plainString(100).optional(),
  })
  .transform((body) => ({ ...body, name: body.name ?? body.firstName }))

export const requestResetBody = z.strictObject({ email })
export const requestConfirmationBody = z.strictObject({ email })
/** @property token From the email link. */
export const resetPasswordBody = z.strictObject({ token: plainString(100), newPassword })
export const confirmEmailBody = z.strictObject({ token: plainString(2_000) })

/** What signing in offers on this server. */
export const signInOptionsShape = z.strictObject({
  /** A forgotten password can be reset by email; otherwise the operator does it. */
  resetsPassword: z.boolean(),
  /** A new account signs in only after its email address was confirmed. */
  confirmsEmail: z.boolean(),
  /** Who may create an account. */
  signUp: z.enum(signUpPolicies),
})

/** @property token From the link of an invitation. */
export const readInvitationBody = z.strictObject({ token: plainString(100) })
export const invitationShape = z.strictObject({
  /** The account can be created with this email alone. */
  email: z.string(),
})
export type InvitationShape = z.infer<typeof invitationShape>

export type SignInOptions = z.infer<typeof signInOptionsShape>

export const signInBody = z.looseObject({ email: plainString(254), password })
