import { execFileSync } from 'node:child_process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import {
  desktop,
  launchBrowser,
  newAccount,
  openPage,
  pressGo,
  signIn,
  signUp,
  tileStatuses,
} from './support/person.ts'

const account = newAccount('Ada')
let browser: Browser
let dataDir: Awaited<ReturnType<typeof makeDataDir>>
let first: AppProcess
let second: AppProcess
beforeAll(async () => {
  browser = await launchBrowser()
  dataDir = await makeDataDir()
  first = await startApp(dataDir.path)
  second = await startApp(dataDir.path)
})
afterAll(async () => {
  await browser.close()
  await dataDir.remove()
})

/** The processes of the PostgreSQL that these servers share: their command line names the data folder. */
const postgresProcesses = () =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`-D ${dataDir.path}`))

describe('two server processes on one data folder', () => {
  it('send the changes of a browser at one to a browser at the other', async () => {
    const here = await openPage(await browser.newContext({ ...desktop, baseURL: first.url }))
    const there = await openPage(await browser.newContext({ ...desktop, baseURL: second.url }))
    await signUp(here, first.url, account)
    await signIn(there, second.url, account)
    await here.goto('/image')
    await pressGo(here, 'a lighthouse')
    await here.waitForURL(/\/project\//)
    await there.goto(new URL(here.url()).pathname)
    await expect.poll(() => tileStatuses(there), { timeout: 20_000 }).toEqual(Array(4).fill('completed'))
    await there.goto(`/image?project=${here.url().split('/').at(-1)}`)
    await pressGo(there, 'an owl')
    await expect.poll(() => here.locator('[data-card]').count(), { timeout: 10_000 }).toBe(2)
  })

  it('survive the kill of one; the last one stops PostgreSQL', async () => {
    await first.kill()
    const there = await openPage(await browser.newContext({ ...desktop, baseURL: second.url }))
    await signIn(there, second.url, account)
    await there.goto('/image')
    await pressGo(there, 'a fox')
    await there.waitForURL(/\/project\//)
    await expect.poll(() => tileStatuses(there), { timeout: 20_000 }).toEqual(Array(4).fill('completed'))
    expect(postgresProcesses()).not.toEqual([])
    expect(await second.stop()).toBe(0)
    expect(postgresProcesses()).toEqual([])
  })
})
