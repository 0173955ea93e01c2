import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectText } from '#web/testing/app-under-test.tsx'
import {
  button,
  describeScreens,
  fill,
  garden,
  inTurn,
  newcomer,
  press,
  refused,
  type Screen,
  shows,
  showsError,
  showsRole,
} from '#web/testing/describe-screens.ts'
import { visitor } from '#web/testing/fake-account.ts'
import { lostConnection, type Replies } from '#web/testing/fake-server.ts'

const showsDialog = (name: string | RegExp) => expect.element(page.getByRole('dialog', { name })).toBeVisible()
const select = async (...places: number[]) => {
  for (const place of places)
    await page
      .getByRole('button', { name: /^Select:/ })
      .nth(place)
      .click({ force: true })
}
const openAsset = async (place: number) => {
  await expect.poll(() => document.querySelectorAll('[data-asset]').length).toBeGreaterThan(place)
  await page.elementLocator(document.querySelectorAll('[data-asset]')[place] ?? document.body).click()
}
const never = () => new Promise<never>(() => {})

const emails: Replies = {
  signIn: { options: () => ({ resetsPassword: true, confirmsEmail: true, signUp: 'open', allowsGuests: false }) },
}
const done = () => Response.json({ status: true })

const ofVisitors: readonly Screen[] = [
  { name: 'the first page', path: '/', open: shows('Get Started Free') },
  { name: 'sign-in', path: '/login', open: shows('Sign in') },
  {
    name: 'a refused sign-in',
    path: '/login',
    plain: {
      'POST /api/auth/sign-in/email': refused(401, { code: 'unauthenticated', message: 'Wrong email or password.' }),
    },
    open: inTurn(
      fill({ Email: 'mara@orchard.studio', Password: 'wrong password' }, 'Sign in'),
      shows('Wrong email or password.'),
    ),
  },
  { name: 'sign-up with errors', path: '/signup', open: inTurn(fill({ Password: 'pear' }, 'Sign up'), showsError) },
  { name: 'the plans', path: '/pricing', open: shows('Questions') },
  { name: 'an address that leads nowhere', path: '/no/such/page', open: shows('Oops! Page not found') },
  { name: 'a forgotten password', path: '/forgot-password', replies: emails, open: shows('Send the link') },
  { name: 'a forgotten password without email', path: '/forgot-password', open: shows('Forgot your password?') },
  {
    name: 'a sent link',
    path: '/forgot-password',
    replies: emails,
    plain: { 'POST /api/auth/request-password-reset': done },
    open: async () => {
      await fill({ Email: 'mara@orchard.studio' }, 'Send the link')()
      await expectText('Check your inbox')
    },
  },
  {
    name: 'a new password that is too short',
    path: '/reset-password?token=pear',
    open: inTurn(fill({ 'New password': 'pear' }, 'Set password'), showsError),
  },
  { name: 'a link for a new password without its token', path: '/reset-password', open: shows('no longer works') },
  {
    name: 'a confirmed email',
    path: '/confirm-email?token=pear',
    plain: { 'POST /api/auth/verify-email': done, 'GET /api/auth/verify-email': done },
    open: inTurn(press('Confirm email'), shows('Email confirmed')),
  },
  { name: 'an email to be confirmed', path: '/confirm-email?token=pear', open: shows('Confirm email') },
  { name: 'a link that confirms nothing', path: '/confirm-email', open: shows('no longer works') },
  {
    name: 'a sign-in that needs a confirmed email',
    path: '/login',
    plain: {
      'POST /api/auth/sign-in/email': refused(401, {
        code: 'unauthenticated',
        message: 'Confirm your email first.',
        data: { reason: 'EMAIL_NOT_VERIFIED' },
      }),
    },
    open: inTurn(fill({ Email: 'mara@orchard.studio', Password: 'orchard' }, 'Sign in'), shows('We have sent a link')),
  },
]

const pages: readonly Screen[] = [
  { name: 'the first page', path: '/', open: shows('Start Creating') },
  { name: 'the plans', path: '/pricing', open: shows('Current plan') },
  {
    name: 'the dialog of the plans',
    path: '/video',
    open: inTurn(press(/^Daily compute limit consumed:/), showsRole('dialog')),
  },
  { name: 'a change of plan', path: '/billing-portal?plan=pro', open: shows('Change to Pro') },
  { name: 'a video', path: '/video', open: shows('Create a Video') },
  { name: 'an edit', path: '/edit', open: shows('Edit an Image') },
  { name: 'the account menu', path: '/edit', open: inTurn(press('Account'), showsRole('menu')) },
  {
    name: 'the commands',
    path: '/edit',
    open: async () => {
      await expectText('Edit an Image')
      await userEvent.keyboard('{Control>}k{/Control}')
      await expect.element(page.getByRole('combobox', { name: 'Type a command' })).toBeVisible()
    },
  },
  {
    name: 'the keyboard shortcuts',
    path: '/assets',
    open: async () => {
      await expectText('images')
      await userEvent.keyboard('?')
      await showsDialog('Keyboard shortcuts')
    },
  },
  { name: 'a project that does not exist yet', path: '/project', account: newcomer, open: shows('No project yet') },
]

const assets: readonly Screen[] = [
  { name: 'all', path: '/assets', open: shows('12 images') },
  { name: 'none yet', path: '/assets', account: newcomer, open: shows('No assets yet.') },
  { name: 'while they load', path: '/assets', replies: { assets: { list: never } } },
  { name: 'two selected', path: '/assets', open: inTurn(() => select(0, 2), showsRole('toolbar')) },
  {
    name: 'three compared',
    path: '/assets',
    open: async () => {
      await select(0, 5, 9)
      await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Compare' }).click()
      await showsDialog('Compare 3 images')
    },
  },
  {
    name: 'a search without a hit',
    path: '/assets?q=xyzzy',
    replies: { assets: { list: () => ({ items: [], nextCursor: null }) } },
    open: shows('Nothing fits these filters'),
  },
  { name: 'a filter', path: '/assets', open: inTurn(press('Ratio'), showsRole('menu')) },
  { name: 'chosen for a prompt', path: '/assets?choosing=image&back=%2Fimage', open: () => openAsset(0) },
  { name: 'one opened', path: '/assets', open: inTurn(() => openAsset(2), showsRole('dialog')) },
]

const accounts: readonly Screen[] = [
  { name: 'the profile', path: '/manage-account', open: shows('This browser') },
  {
    name: 'the profile with errors',
    path: '/manage-account',
    open: inTurn(fill({ Username: 'm', YouTube: 'example.com/mara' }, 'Save changes'), showsError),
  },
  {
    name: 'unsaved changes',
    path: '/manage-account',
    open: async () => {
      await page.getByLabelText('Bio').fill('Pears against walls.')
      await page.getByRole('link', { name: 'Assets' }).first().click()
      await expect.element(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'the end of an account',
    path: '/manage-account',
    open: async () => {
      await button('Delete my account').click()
      await button('Delete account').click()
      await showsError()
    },
  },
  { name: 'usage', path: '/usage', open: shows('Sign-up credits') },
  {
    name: 'usage by project',
    path: '/usage',
    replies: {
      credits: {
        usage: ({ by = 'day' }) => ({
          by,
          items:
            by !== 'project'
              ? []
              : [
                  { key: uuid(1), label: 'Walled garden', images: 8, spent: 24_000 },
                  { key: uuid(9), label: null, images: 4, spent: 12_000 },
                ],
        }),
      },
    },
    open: async () => {
      await page.getByRole('tab', { name: 'By project' }).click()
      await expectText('Walled garden')
    },
  },
  {
    name: 'usage that cannot be read',
    path: '/usage',
    replies: { credits: { usage: () => lostConnection(), ledger: () => lostConnection() } },
    open: () => expect.element(button('Try again').nth(1)).toBeVisible(),
  },
  { name: 'the plan', path: '/manage-account?tab=billing', open: shows('Manage Subscription') },
  {
    name: 'the record of models',
    path: '/manage-account?tab=your-models',
    open: shows('How each model has done for you'),
  },
  {
    name: 'a model key with an error',
    path: '/manage-account?tab=model-keys',
    replies: {
      modelKeys: {
        list: () => ({
          items: [{ provider: 'krea', lastFour: null, check: null, savedAt: null, onServer: false }],
          nextCursor: null,
        }),
      },
    },
    open: async () => {
      await button('Add key of Krea').click()
      await button('Check and save').click()
      await showsError()
    },
  },
]

describeScreens('a screen for visitors', ofVisitors, { plain: visitor })
describeScreens('a page', pages, { account: garden })
describeScreens('the assets', assets, { account: garden })
describeScreens('the account', accounts, { account: garden })
