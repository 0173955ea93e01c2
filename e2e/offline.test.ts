import { afterAll, beforeAll, expect, it } from 'vitest'
import { boardOf } from './support/board-of.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, newAccount } from './support/person.ts'

let journey: Journey
let context: Journey['context']
let page: Journey['page']
let projectId: string
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada'), screen: { ...desktop, serviceWorkers: 'allow' } })
  ;({ context, page } = journey)
  ;({ projectId } = await boardOf(context, journey.app.url).make({ prompt: 'a quiet river' }))
})
afterAll(() => journey.close())

const card = () => page.locator('[data-card]').first()
/** Paths of the replies to this user that the worker keeps. */
const keptPaths = () =>
  page.evaluate(async () => {
    const cache = (await caches.keys()).includes('data') ? await caches.open('data') : null
    return ((await cache?.keys()) ?? []).map(({ url }) => new URL(url).pathname)
  })
const isShellKept = () => page.evaluate(async () => (await caches.match('/index.html')) !== undefined)

it('opens the application and a board that was opened before without a connection, and goes on when it is back', async () => {
  await page.goto(`/project/${projectId}`)
  await card().waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(isShellKept).toBe(true)
  await page.reload()
  await card().waitFor()
  await expect.poll(keptPaths).toContain(`/api/projects/${projectId}/board`)

  await context.setOffline(true)
  await page.reload()
  await card().waitFor()
  await page.getByText('Offline', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Rename “a quiet river”' }).click()
  await page.getByLabel('Project title').fill('Estuaries')
  await page.keyboard.press('Enter')
  await page.reload()
  await page.getByRole('button', { name: 'Rename “Estuaries”' }).waitFor()

  const delivered = page.waitForResponse('**/api/projects/*/changes')
  await context.setOffline(false)
  expect((await delivered).status()).toBe(200)
})

it('keeps no reply once the user signs out', async () => {
  await page.goto(`/project/${projectId}`)
  await expect.poll(keptPaths).toContain('/api/auth/get-session')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('/')
  await expect.poll(keptPaths).toEqual([])
  await context.setOffline(true)
  await page.goto(`/project/${projectId}`)
  await page.getByRole('heading').first().waitFor()
  expect(await card().count()).toBe(0)
})

it('caused no script error in this file', () => expect(page.errors).toEqual([]))
