import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compiled } from '#server-testing/ordered-process.ts'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import { sharedBrowser } from './support/journey.ts'
import { desktop, newAccount, openPage } from './support/person.ts'

const program = fileURLToPath(new URL('../server/dist/admin.js', import.meta.url))
const run = promisify(execFile)

let dataDir: Awaited<ReturnType<typeof makeDataDir>>
let app: AppProcess
beforeAll(async () => {
  dataDir = await makeDataDir()
  app = await startApp(dataDir.path, { SIGN_UP: 'invite' })
})
afterAll(async () => {
  await app.stop()
  await dataDir.remove()
})

/** Runs `npm run admin -- invite EMAIL`, beside the running server. */
async function invitationLink(email: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir.path, SIGN_UP: 'invite', NODE_COMPILE_CACHE: compiled }
  const { stdout } = await run(process.execPath, [program, 'invite', email], { env })
  return /\/signup#[\w-]+/.exec(stdout)?.[0] ?? ''
}

it('an invitation that the operator makes beside the running server creates an account, once', async () => {
  const account = newAccount('Mara')
  const link = await invitationLink(account.email)
  const browser = await sharedBrowser()
  const context = await browser.newContext({ ...desktop, baseURL: app.url })
  const page = await openPage(context)
  await page.goto(link)
  await page.getByText('Your invitation is for this email').waitFor()
  await page.getByLabel('First Name').fill(account.firstName)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.waitForURL(`${app.url}/`)
  await context.clearCookies()
  await page.goto('/login')
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'This invitation no longer works' }).waitFor()
  expect(page.errors).toEqual([])
  await context.close()
})
