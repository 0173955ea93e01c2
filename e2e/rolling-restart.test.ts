import { setTimeout as wait } from 'node:timers/promises'
import type { APIResponse, Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import { desktop, launchBrowser, newAccount, openPage, pressGo, signUp, tileStatuses } from './support/person.ts'
import { startProxy, type TestProxy } from './support/proxy.ts'

const variables = { DRAIN_DELAY_SECONDS: '1' }
let browser: Browser
let dataDir: Awaited<ReturnType<typeof makeDataDir>>
let proxy: TestProxy
let processes: [AppProcess, AppProcess]
beforeAll(async () => {
  browser = await launchBrowser()
  dataDir = await makeDataDir()
  proxy = await startProxy()
  processes = [await startApp(dataDir.path, variables), await startApp(dataDir.path, variables)]
  proxy.setBackends(processes.map(({ url }) => url))
}, 180_000)
afterAll(async () => {
  await browser.close()
  proxy.close()
  for (const each of processes) await each.stop()
  await dataDir.remove()
})

/** Follows the events as a browser does: reconnects with the last number it received. */
function follow(url: string, cookie: string) {
  const control = new AbortController()
  const seen = { created: new Set<string>(), completed: new Set<string>(), streams: 0, resets: 0 }
  let last = ''
  const take = (block: string) => {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? ''
    last = field('id') || last
    const data = JSON.parse(field('data') || '{}') as { generationId?: string; imageId?: string; status?: string }
    if (field('event') === 'reset') seen.resets += 1
    if (field('event') === 'generation-created') seen.created.add(data.generationId ?? '')
    if (field('event') === 'image-changed' && data.status === 'completed') seen.completed.add(data.imageId ?? '')
  }
  const read = async () => {
    const headers = { cookie, ...(last && { 'last-event-id': last }) }
    const reply = await fetch(`${url}/api/events`, { headers, signal: control.signal })
    if (reply.status !== 200 || !reply.body) return
    seen.streams += 1
    let rest = ''
    for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  }
  const goOn = async () => {
    while (!control.signal.aborted) {
      await read().catch(() => undefined)
      await wait(300)
    }
  }
  void goOn()
  return Object.assign(seen, { stop: () => control.abort() })
}

/** The status of a reply; of a 502 also why the proxy gave it. */
const statusOf = async (reply: APIResponse) => (reply.status() === 502 ? `502: ${await reply.text()}` : reply.status())

/** Stops one process and starts a new one in its place, as a rolling release does. */
async function renew(index: 0 | 1): Promise<void> {
  const old = processes[index]
  processes[index] = await startApp(dataDir.path, variables)
  proxy.setBackends([old.url, ...processes.map(({ url }) => url)])
  await wait(600)
  await old.stop()
  proxy.setBackends(processes.map(({ url }) => url))
}

describe('two processes that are replaced one after the other', { timeout: 240_000 }, () => {
  it('fail no request and lose no event; an open tab reloads when it is idle', async () => {
    await expect.poll(async () => (await fetch(`${proxy.url}/readyz`)).status).toBe(200)
    const context = await browser.newContext({ ...desktop, baseURL: proxy.url })
    const page = await openPage(context)
    await page.clock.install()
    await signUp(page, proxy.url, newAccount('Ada'))
    const firstLook = page.waitForResponse('**/healthz')
    await page.goto('/image')
    await firstLook
    await pressGo(page, 'a lighthouse')
    await page.waitForURL(/\/project\//)
    const projectId = page.url().split('/').at(-1) ?? ''
    // The replacement is another release.
    await page.route('**/healthz', (route) => route.fulfill({ json: { status: 'ok', release: 'the next' } }))
    await page.evaluate(() => {
      document.body.dataset.release = 'the one before'
    })
    const release = () => page.evaluate(() => document.body.dataset.release ?? 'the next')

    const statuses = new Map<number | string, number>()
    const control = { goesOn: true }
    const note = (status: number | string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const ask = async () => {
      while (control.goesOn) {
        const reply = await context.request.get('/api/projects').then(statusOf, (error: Error) => error.message)
        note(reply)
        await wait(20)
      }
    }
    // The page stays in use: else it reloads as soon as no picture is in work.
    let moves = 0
    const use = () => page.mouse.move(200 + (moves++ % 2), 200)
    const make = async () => {
      let made = 0
      for (; control.goesOn; made++) {
        await use()
        const reply = await context.request.post('/api/generations', {
          data: { prompt: `card ${made}`, projectId },
          headers: { origin: proxy.url },
        })
        note(await statusOf(reply))
        await wait(3_000)
      }
      return made
    }
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const followed = follow(proxy.url, cookie)
    await expect.poll(() => followed.streams).toBe(1)
    const work = Promise.all([ask(), make()])
    await renew(0)
    await renew(1)
    control.goesOn = false
    const [, made] = await work

    expect([...statuses.keys()].sort()).toEqual([200, 202])
    // Events of every card and picture have arrived, over streams that ended under their readers.
    await expect.poll(() => followed.created.size, { timeout: 30_000 }).toBe(made)
    const completed = async () => {
      await use()
      return followed.completed.size
    }
    await expect.poll(completed, { timeout: 120_000 }).toBeGreaterThanOrEqual(made * 4)
    expect(followed.streams).toBeGreaterThan(1)
    expect(followed.resets).toBe(0)
    followed.stop()
    await expect
      .poll(
        async () => {
          await use()
          return (await tileStatuses(page)).every((status) => status === 'completed')
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    expect(await release()).toBe('the one before')
    await page.clock.fastForward(31_000)
    await expect.poll(release).toBe('the next')
    expect(page.errors).toEqual([])
    await context.close()
  })
})
