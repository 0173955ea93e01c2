import { execFileSync } from 'node:child_process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import { desktop, launchBrowser, newAccount, openPage, pressGo, signUp, tileStatuses } from './support/person.ts'

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
  it('send the changes of one to a browser at the other, and survive the kill of one; the last one stops PostgreSQL', async () => {
    const context = await browser.newContext({ ...desktop, baseURL: second.url })
    const page = await openPage(context)
    await signUp(page, second.url, newAccount('Ada'))
    await page.goto('/image')
    await pressGo(page, 'a lighthouse')
    await page.waitForURL(/\/project\//)
    // The page has read its board: the second card can come by the stream alone.
    await expect.poll(() => tileStatuses(page), { timeout: 20_000 }).toEqual(Array(4).fill('completed'))
    const projectId = page.url().split('/').at(-1)
    const atFirst = await context.request.post(`${first.url}/api/generations`, {
      data: { prompt: 'an owl', projectId },
      headers: { origin: first.url },
    })
    expect(atFirst.status()).toBe(202)
    await expect.poll(() => page.locator('[data-card]').count(), { timeout: 10_000 }).toBe(2)
    await expect.poll(() => tileStatuses(page), { timeout: 20_000 }).toEqual(Array(8).fill('completed'))
    await first.kill()
    await page.goto('/image')
    await pressGo(page, 'a fox')
    await page.waitForURL(/\/project\//)
    await expect.poll(() => tileStatuses(page), { timeout: 20_000 }).toEqual(Array(4).fill('completed'))
    expect(postgresProcesses()).not.toEqual([])
    expect(await second.stop()).toBe(0)
    expect(postgresProcesses()).toEqual([])
  })
})
