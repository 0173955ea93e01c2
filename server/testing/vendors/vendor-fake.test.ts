import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { never, startVendorFake } from './vendor-fake.ts'

const size = { width: 40, height: 24 }

it('a fake publishes a whole picture, half of one, and one that is gone', async () => {
  const fake = await startVendorFake({
    isCreate: () => true,
    answer: async (_, desk) =>
      Response.json([
        await desk.publish(size, 'whole'),
        await desk.publish(size, 'truncated'),
        await desk.publish(size, 'gone'),
      ]),
  })
  const [whole = '', half = '', gone = ''] = (await (await fetch(fake.url)).json()) as string[]
  const picture = Buffer.from(await (await fetch(whole)).arrayBuffer())
  expect(await sharp(picture).metadata()).toMatchObject(size)
  expect((await (await fetch(half)).arrayBuffer()).byteLength).toBe(picture.byteLength >> 1)
  expect((await fetch(gone)).status).toBe(403)
  expect(fake.creates()).toHaveLength(1)
  await fake.stop()
})

it('a fake plays a scene once, and records its requests', async () => {
  const fake = await startVendorFake({
    isCreate: ({ method }) => method === 'POST',
    answer: (_, desk) => new Response(desk.takeScene()),
  })
  fake.play('refuses')
  expect(await (await fetch(`${fake.url}/a?b=1`, { method: 'POST', body: '{"c":2}' })).text()).toBe('refuses')
  expect(await (await fetch(fake.url)).text()).toBe('delivers')
  expect(fake.lastCreate()).toMatchObject({ method: 'POST', path: '/a?b=1' })
  expect(fake.lastCreate().json()).toEqual({ c: 2 })
  expect(fake.asked).toHaveLength(2)
  await fake.stop()
})

it('a fake notices closed connections', async () => {
  const fake = await startVendorFake({ isCreate: () => true, answer: never })
  const stop = new AbortController()
  const asking = fetch(fake.url, { signal: stop.signal }).catch(() => 'hung up')
  await vi.waitFor(() => expect(fake.creates()).toHaveLength(1))
  stop.abort()
  expect(await asking).toBe('hung up')
  await vi.waitFor(() => expect(fake.lastCreate().hungUp.aborted).toBe(true))
  await fake.stop()
})
