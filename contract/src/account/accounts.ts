import { z } from 'zod'
import { signUpPolicies } from '#domain/account/sign-up-policy.ts'
import { plainString, text } from '../text.ts'

const firstName = text({ minimum: 1, maximum: 100 })
/** The longest address that mail servers accept (RFC 5321, 4.5.3.1.3). */
export const email = z.email('That is not an email address.').max(254)
/** Longer ones are refused before anything is hashed. */
const longestPassword = 128

/** A password to compare with the stored one. */
export const password = z.string().max(longestPassword)
/** A new password. */
export const newPassword = z.string().min(6, 'Password must be at least 6 characters long').max(longestPassword)

/** The body of sign-up; better-auth parses it again and accepts more fields (`rememberMe`, `callbackURL`). */
export const signUpBody = z
  .looseObject({
    email,
    password: newPassword,
    firstName,
    /** Default: the first name. */
    name: firstName.optional(),
    image: z.never().optional(),
    /** The token of an invitation, required where sign-up is by invitation. */
    invitation: plainString(100).optional(),
  })
  .transform((body) => ({ ...body, name: body.name ?? body.firstName }))

export const requestResetBody = z.strictObject({ email })
export const requestConfirmationBody = z.strictObject({ email })
/** @property token From the email link. */
export const resetPasswordBody = z.strictObject({ token: plainString(100), newPassword })
export const confirmEmailBody = z.strictObject({ token: plainString(2_000) })

/** The body of the call that signs in as a new guest. */
export const guestBody = z.strictObject({})

/** The sign-in options of this server. */
export const signInOptionsShape = z.strictObject({
  /** Whether a forgotten password can be reset by email; otherwise the operator resets it. */
  resetsPassword: z.boolean(),
  /** Whether a new account must confirm its email before the first sign-in. */
  confirmsEmail: z.boolean(),
  /** Who may create an account. */
  signUp: z.enum(signUpPolicies),
  /** Whether people can try without an account, as guests. */
  allowsGuests: z.boolean(),
})

/** @property token From the link of an invitation. */
export const readInvitationBody = z.strictObject({ token: plainString(100) })
export const invitationShape = z.strictObject({
  /** The only email that the account can be created with. */
  email: z.string(),
})
export type InvitationShape = z.infer<typeof invitationShape>

export type SignInOptions = z.infer<typeof signInOptionsShape>

export const signInBody = z.looseObject({ email: plainString(254), password })
