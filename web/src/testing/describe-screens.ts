import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolationsInBothThemes, expectText, openApp } from './app-under-test.tsx'
import { type FakeAccount, gardenCards } from './fake-account.ts'
import { listedModels, listedStyles } from './fake-catalogue.ts'
import type { PlainReplies, Replies } from './fake-server.ts'

/** A user whose project has cards with branches and one that failed. */
export const garden: Partial<FakeAccount> = {
  generations: gardenCards(),
  models: listedModels('Flux Schnell'),
  styles: listedStyles,
  plan: 'basic',
}
/** A user without projects. */
export const newcomer: Partial<FakeAccount> = { ...garden, projects: [], generations: [] }

/** One screen: its address, its user, and the actions before it is checked. */
export type Screen = {
  readonly name: string
  readonly path: string
  readonly account?: Partial<FakeAccount>
  readonly replies?: Replies
  readonly plain?: PlainReplies
  readonly open?: () => Promise<unknown>
}

/** A button with just this name. */
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** Presses a button. */
export const press = (name: string | RegExp) => () => button(name).first().click()
/** Waits for a text. */
export const shows = (text: string) => () => expectText(text)

/** Waits for an element with this role. */
export const showsRole = (role: string) => () => expect.element(page.getByRole(role).first()).toBeVisible()
/** Waits for a field, a notice or a toast that names an error. */
export const showsError = () =>
  expect.poll(() => document.querySelector('[aria-invalid="true"], [role="alert"], [data-sonner-toast]')).not.toBeNull()
/** Does all of it, one after the other. */
export const inTurn =
  (...steps: readonly (() => unknown)[]) =>
  async () => {
    for (const step of steps) await step()
  }

/** Fills the fields of a form and submits it. */
export const fill = (fields: Readonly<Record<string, string>>, submit: string) => async () => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabelText(label, { exact: true }).fill(value)
  await button(submit).click()
}

/** Refuses a request outside of the contract. */
export const refused = (status: number, body: object) => () => Response.json(body, { status })

const begun = () => expect.poll(() => document.querySelector('h1, [aria-level="1"]')?.textContent).toBeTruthy()

/** Checks each of these screens with axe. */
export const describeScreens = (unit: string, screens: readonly Screen[], everyone: Omit<Screen, 'name' | 'path'>) =>
  describe(unit, () => {
    it.each(screens)('$name: axe finds nothing in either theme', async (screen) => {
      const { path, account, replies, plain, open } = { ...everyone, ...screen }
      await openApp(path, {
        ...(account && { account }),
        ...(replies && { replies }),
        plain: { ...everyone.plain, ...plain },
      })
      await begun()
      await open?.()
      await expectNoViolationsInBothThemes()
    })
  })
