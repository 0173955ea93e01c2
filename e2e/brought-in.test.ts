import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import { boardOf } from './support/board-of.ts'
import { dropOnCanvas } from './support/drop-files.ts'
import { openScreen } from './support/journey.ts'
import { newAccount } from './support/person.ts'

describe('kill -9 of the server while 50 files come in', () => {
  it('loses none and doubles none', async () => {
    const photo = await sharp({ create: { width: 360, height: 240, channels: 3, background: '#7a8b5c' } })
      .png()
      .toBuffer()
    const dataDir = await makeDataDir()
    let app: AppProcess = await startApp(dataDir.path)
    const { port } = new URL(app.url)
    try {
      const { context, page } = await openScreen(app, { account: newAccount('Jo') })
      const reply = await context.request.post(`${app.url}/api/projects`, {
        headers: { origin: app.url },
        data: { title: 'Walled garden' },
      })
      const { id } = (await reply.json()) as { id: string }
      await page.goto(`/project/${id}`)
      await page.getByRole('region', { name: 'Prompt bar' }).waitFor()
      const names = Array.from({ length: 50 }, (_, place) => `${place + 10}.png`)
      // Two calls are sent at a time: where one has been answered, the server works on another.
      let answered = 0
      page.on('response', (each) => {
        if (each.url().endsWith(`/projects/${id}/pictures`) && each.ok()) answered += 1
      })
      // The page waits twice as long before each try while the server starts: on a busy machine longer than the default limit.
      const killAfter = async (calls: number) => {
        await expect.poll(() => answered, { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(calls)
        await app.kill()
        app = await startApp(dataDir.path, { PORT: port })
      }
      await dropOnCanvas(
        page,
        names.map((name) => ({ name, bytes: photo })),
      )
      await killAfter(1)
      await killAfter(6)
      const coming = page.getByRole('region', { name: 'Pictures that are brought in' })
      await coming.waitFor({ state: 'detached', timeout: 60_000 })
      const cards = await boardOf(context, app.url).generations(id)
      expect(cards.flatMap(({ prompt }) => prompt.split(', ')).sort()).toEqual(names)
      expect(cards.reduce((sum, { images }) => sum + images.length, 0)).toBe(50)
      await page.locator('[data-card] img').first().waitFor()
      expect(page.errors).toEqual([])
      await context.close()
    } finally {
      await app.stop()
      await dataDir.remove()
    }
  }, 180_000)
})
