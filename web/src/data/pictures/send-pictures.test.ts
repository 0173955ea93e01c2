import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyAssets, sendPictures } from './send-pictures.ts'

type Sent = { readonly cardId: FormDataEntryValue | null; readonly key: string | undefined }
type Reply = { readonly status: number; readonly body: unknown }

/** Fakes the servers that answer one after the other; `lost`: the connection breaks off. */
function servers(...replies: readonly (Reply | 'lost')[]) {
  const sent: Sent[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 0
      response: unknown
      readonly headers = new Map<string, string>()
      onload = () => {}
      onerror = () => {}
      open() {}
      setRequestHeader(name: string, value: string) {
        this.headers.set(name, value)
      }
      send(form: FormData) {
        const reply = replies[sent.push({ cardId: form.get('cardId'), key: this.headers.get('idempotency-key') }) - 1]
        if (reply === undefined || reply === 'lost') return queueMicrotask(() => this.onerror())
        this.status = reply.status
        this.response = reply.body
        queueMicrotask(() => this.onload())
      }
    },
  )
  return sent
}

const cardId = '0198f000-0000-7000-8000-000000000001'
const [byId, byKey]: [Sent, Sent] = [
  { cardId, key: undefined },
  { cardId: null, key: cardId },
]
const made: Reply = { status: 201, body: { generations: [], refused: [] } }
const issues = [{ code: 'unrecognized_keys', keys: ['cardId'], path: [], message: 'Unrecognized key: "cardId"' }]
const earlierRelease: Reply = { status: 400, body: { code: 'invalid', message: 'No.', data: { issues } } }
const busy: Reply = { status: 503, body: { code: 'unavailable', message: 'Later.' } }
const send = async () => {
  const sending = sendPictures(
    'p',
    { cardId, files: [], place: { x: 1, y: 2 } },
    { signal: new AbortController().signal },
  )
  // A refusal is read by the expectation, after the time has passed.
  sending.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  return sending
}

beforeEach(() => {
  vi.useFakeTimers()
  // Node has none: the clock of the browser listens for the connection that comes back.
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('sendPictures', () => {
  it('repeats a call that broke off with the id of its card', async () => {
    const sent = servers('lost', busy, made)
    await expect(send()).resolves.toEqual(made.body)
    expect(sent).toEqual([byId, byId, byId])
  })

  it('has a server of an earlier release take the same call by a key, and repeats it so', async () => {
    const sent = servers(earlierRelease, 'lost', made)
    await expect(send()).resolves.toEqual(made.body)
    expect(sent).toEqual([byId, byKey, byKey])
  })

  it('makes no second card where a server that knows ids may have made the first', async () => {
    const sent = servers('lost', earlierRelease, earlierRelease, made)
    await expect(send()).resolves.toEqual(made.body)
    expect(sent).toEqual([byId, byId, byId, byId])
  })

  it('throws any other refusal', async () => {
    const refused = { status: 400, body: { code: 'invalid', message: 'No picture.', data: { issues: [] } } }
    servers(refused)
    await expect(send()).rejects.toMatchObject({ message: 'No picture.' })
  })
})

describe('copyAssets', () => {
  it('has a server of an earlier release take the same call by a key, though it names the field in a message alone', async () => {
    const sent: Sent[] = []
    const unknown = { path: [], message: 'Unrecognized key: "cardId"' }
    vi.stubGlobal('location', { origin: 'http://localhost' })
    vi.stubGlobal('fetch', async (request: Request) => {
      const { cardId = null } = await request.json()
      sent.push({ cardId, key: request.headers.get('idempotency-key') ?? undefined })
      if (cardId === null) return Response.json(made.body, { status: made.status })
      return Response.json({ code: 'invalid', message: 'No.', data: { issues: [unknown] } }, { status: 400 })
    })
    const signal = new AbortController().signal
    const copying = copyAssets(cardId, { cardId, imageIds: [cardId], place: null }, { signal })
    copying.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(copying).resolves.toEqual(made.body)
    expect(sent).toEqual([byId, byKey])
  })
})
