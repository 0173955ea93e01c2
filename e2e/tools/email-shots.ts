import type { Page } from 'playwright-core'
import type { Shot } from './shot.ts'

const settleMs = 600

/** Answers some calls like a server that sends emails. */
const answering = (replies: Readonly<Record<string, { status: number; json: object }>>) => ({
  before: async (page: Page) => {
    for (const [path, reply] of Object.entries(replies))
      await page.route(`**/api/${path}`, (route) => route.fulfill(reply))
  },
})
const withLetters = { 'sign-in-options': { status: 200, json: { resetsPassword: true, confirmsEmail: true } } }
const unconfirmed = {
  code: 'unauthenticated',
  message: 'Confirm your email first. We have sent you an email with a link.',
  data: { reason: 'EMAIL_NOT_VERIFIED' },
}

const fillAndPress = (fields: Readonly<Record<string, string>>, button: string) => async (page: Page) => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: button }).click()
  await page.waitForTimeout(settleMs)
}

/** The pages that emails link to, and the forms that request the emails. */
export const emailShots: readonly Shot[] = [
  { name: 'forgot-password', path: '/forgot-password', prepare: answering(withLetters) },
  { name: 'forgot-password-operator', path: '/forgot-password' },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    prepare: {
      ...answering({ ...withLetters, 'auth/request-password-reset': { status: 200, json: { status: true } } }),
      after: fillAndPress({ Email: 'mara@orchard.studio' }, 'Send the link'),
    },
  },
  {
    name: 'reset-password',
    path: '/reset-password?token=pear',
    prepare: { after: fillAndPress({ 'New password': 'pear' }, 'Set password') },
  },
  { name: 'reset-password-dead', path: '/reset-password' },
  {
    name: 'confirm-email',
    path: '/confirm-email?token=pear',
    prepare: {
      ...answering({ 'auth/verify-email': { status: 200, json: { status: true } } }),
      after: fillAndPress({}, 'Confirm email'),
    },
  },
  { name: 'confirm-email-ask', path: '/confirm-email?token=pear' },
  { name: 'confirm-email-dead', path: '/confirm-email' },
  {
    name: 'confirm-email-needed',
    path: '/login',
    prepare: {
      ...answering({ 'auth/sign-in/email': { status: 401, json: unconfirmed } }),
      after: fillAndPress({ Email: 'mara@orchard.studio', Password: 'orchard' }, 'Sign in'),
    },
  },
]
