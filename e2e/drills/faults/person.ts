import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

export type Person = {
  /**
   * Requests generations while `goesOn` is true; repeats each with the same key until it is accepted. @param pauseMs
   * Mean pause between two.
   */
  keepAsking(goesOn: () => boolean, pauseMs: number): Promise<void>
  /** Follows the events, with a new stream whenever one ends. */
  follow(goesOn: () => boolean): Promise<void>
  readonly cookie: string
  /** The accepted prompts. */
  readonly accepted: string[]
  /** The final statuses of images according to the events, by image id. */
  readonly reported: Map<string, string>
}

/** A stream that is silent for this long is opened again; the server pings every 15 s. */
const silenceMs = 20_000

/**
 * A user with a browser that repeats unanswered requests.
 * @param server.address Where to send. @param server.origin The origin that the servers expect.
 */
export async function createPerson(
  name: string,
  { address, origin }: { readonly address: string; readonly origin: string },
): Promise<Person> {
  let cookie = ''
  const accepted: string[] = []
  const reported = new Map<string, string>()

  async function post(
    path: string,
    body: object,
    { headers = {}, timeoutMs = 8_000 }: { headers?: Record<string, string>; timeoutMs?: number },
  ): Promise<Response> {
    return fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
  }
  /** A closed connection is retried; a slow one is waited for. */
  async function signUp(triesLeft: number): Promise<string> {
    const account = { email: `${randomUUID()}@example.com`, password: 'correct horse', firstName: name }
    const reply = await post('/api/auth/sign-up/email', account, { timeoutMs: 120_000 }).catch((error: unknown) => {
      if (triesLeft === 0) throw error
      return null
    })
    if (!reply) return signUp(triesLeft - 1)
    if (!reply.ok) throw new Error(`${name} could not sign up: ${reply.status}`)
    const cookies = reply.headers.getSetCookie()
    return cookies.map((each) => each.split(';')[0] ?? '').join('; ')
  }
  cookie = await signUp(3)

  async function ask(prompt: string, goesOn: () => boolean): Promise<void> {
    const key = randomUUID()
    for (;;) {
      try {
        const answer = await post('/api/generations', { prompt }, { headers: { 'idempotency-key': key } })
        await answer.body?.cancel()
        if (answer.status === 202) {
          accepted.push(prompt)
          return
        }
      } catch {
        // This process is away: the next one is asked.
      }
      if (!goesOn()) return
      await wait(200)
    }
  }

  function take(block: string): string | null {
    const data = /^data: (.*)$/m.exec(block)?.[1]
    if (data && /^event: image-changed$/m.test(block)) {
      const { imageId, status } = JSON.parse(data) as { imageId: string; status?: string }
      if (status) reported.set(imageId, status)
    }
    return /^id: (.*)$/m.exec(block)?.[1] ?? null
  }

  return {
    get cookie() {
      return cookie
    },
    accepted,
    reported,
    async keepAsking(goesOn, pauseMs) {
      await wait(pauseMs * Math.random())
      for (let made = 0; goesOn(); made++) {
        await ask(`${name} ${made}`, goesOn)
        const endAt = performance.now() + pauseMs * (0.5 + Math.random())
        while (goesOn() && performance.now() < endAt) await wait(100)
      }
    },
    async follow(goesOn) {
      let last = '0'
      while (goesOn()) {
        const cut = new AbortController()
        let silence = setTimeout(() => cut.abort(), silenceMs)
        const ending = setInterval(() => {
          if (!goesOn()) cut.abort()
        }, 200)
        try {
          const stream = await fetch(`${address}/api/events`, {
            headers: { cookie, 'last-event-id': last },
            signal: cut.signal,
          })
          let rest = ''
          for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
            clearTimeout(silence)
            silence = setTimeout(() => cut.abort(), silenceMs)
            const blocks = (rest + chunk).split('\n\n')
            rest = blocks.pop() ?? ''
            for (const block of blocks) last = take(block) ?? last
          }
        } catch {
          // Cut, or the servers are away: continues from the last number.
        } finally {
          clearTimeout(silence)
          clearInterval(ending)
        }
        await wait(200)
      }
    },
  }
}
