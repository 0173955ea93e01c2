import type { Page } from 'playwright-core'
import type { Round } from './round.ts'

/** Signs up in the page and opens its event stream; later calls of `runInBrowser` use both. */
export async function prepareBrowser(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const email = `${crypto.randomUUID()}@example.com`
    await fetch('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'secret', name: 'Ada', firstName: 'Ada' }),
    })
    const stream = new EventSource('/api/events')
    await new Promise((resolve) => stream.addEventListener('open', resolve))
    Object.assign(window, { benchStream: stream })
  })
}

/** Keeps `inFlight` generations waiting and times each image from its POST to its event at the page's EventSource. */
export function runInBrowser(page: Page, inFlight: number, generations: number): Promise<Round> {
  return page.evaluate(
    async ({ inFlight, generations }) => {
      const stream = (window as unknown as { benchStream: EventSource }).benchStream
      const latenciesMs: number[] = []
      const asked = new Map<string, { at: number; left: number; done: () => void }>()
      const early = new Map<string, number[]>()
      const arrived = (id: string, at: number) => {
        const generation = asked.get(id)
        if (!generation) {
          early.set(id, [...(early.get(id) ?? []), at])
          return
        }
        latenciesMs.push(at - generation.at)
        generation.left -= 1
        if (generation.left === 0) generation.done()
      }
      const onImage = (event: MessageEvent<string>) => {
        const data = JSON.parse(event.data) as { generationId: string; status: string }
        if (data.status === 'completed') arrived(data.generationId, performance.now())
      }
      stream.addEventListener('image-changed', onImage)
      let projectId: string | undefined
      let left = generations
      const ask = async () => {
        while (left-- > 0) {
          const at = performance.now()
          const reply = await fetch('/api/generations', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ prompt: 'a red fox in the snow', projectId }),
          })
          const generation = (await reply.json()) as { id: string; projectId: string }
          projectId ??= generation.projectId
          await new Promise<void>((done) => {
            asked.set(generation.id, { at, left: 4, done })
            for (const time of early.get(generation.id) ?? []) arrived(generation.id, time)
          })
        }
      }
      const startedAt = performance.now()
      await Promise.all(Array.from({ length: inFlight }, ask))
      const seconds = (performance.now() - startedAt) / 1_000
      stream.removeEventListener('image-changed', onImage)
      return { latenciesMs, seconds }
    },
    { inFlight, generations },
  )
}
