import { describe, expect, it } from 'vitest'
import { fetchWhenAllowed } from './image-file.ts'

const limited = (seconds: string | null, status = 429) =>
  new Response('{}', { status, headers: seconds === null ? {} : { 'retry-after': seconds } })

async function fetching(...replies: Response[]) {
  const pauses: number[] = []
  let asked = 0
  const response = await fetchWhenAllowed('/api/images/i/file', {
    fetch: async () => replies[Math.min(asked++, replies.length - 1)] as Response,
    pause: async (ms) => void pauses.push(ms),
  })
  return { status: response.status, pauses, asked }
}

describe('a rate-limited download', () => {
  it('waits as long as the server asks, then continues', async () =>
    expect(await fetching(limited('2'), limited('1', 503), new Response('png'))).toEqual({
      status: 200,
      pauses: [2_000, 1_000],
      asked: 3,
    }))

  it('gives up after six tries', async () =>
    expect(await fetching(limited('1'))).toMatchObject({ status: 429, asked: 6 }))

  it('does not wait without a Retry-After, nor for a missing file', async () => {
    expect(await fetching(limited(null))).toMatchObject({ status: 429, pauses: [] })
    expect(await fetching(limited('soon'))).toMatchObject({ status: 429, pauses: [] })
    expect(await fetching(new Response('', { status: 404 }))).toMatchObject({ status: 404, pauses: [] })
  })
})
