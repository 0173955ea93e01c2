import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

export type Person = {
  /** Asks for generations until told to stop; repeats each with the same key until it is taken. */
  keepAsking(goesOn: () => boolean): Promise<void>
  /** Follows the events, with a new stream whenever one ends, or every `cutMs` where the drill cuts them. */
  follow(goesOn: () => boolean, cutMs: () => number | null): Promise<void>
  readonly cookie: string
  /** What was accepted: the prompts. */
  readonly accepted: string[]
  /** Ends of images that the events told of, by the image's id. */
  readonly told: Map<string, string>
}

/** Pause between two generations of one person. */
const pauseMs = 3_000

/** Somebody with a browser that knows several processes, and goes to another when one does not answer. */
export async function createPerson(name: string, ports: readonly number[]): Promise<Person> {
  let turn = 0
  let cookie = ''
  const accepted: string[] = []
  const told = new Map<string, string>()
  const nextAddress = () => `http://127.0.0.1:${ports[turn++ % ports.length]}`

  async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    const address = nextAddress()
    return fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address, cookie, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(8_000),
    })
  }
  const account = { email: `${randomUUID()}@example.com`, password: 'correct horse', firstName: name }
  const reply = await post('/api/auth/sign-up/email', account)
  if (!reply.ok) throw new Error(`${name} could not sign up: ${reply.status}`)
  cookie = reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0] ?? '')
    .join('; ')

  async function ask(prompt: string, goesOn: () => boolean): Promise<void> {
    const key = randomUUID()
    for (;;) {
      try {
        const answer = await post('/api/generations', { prompt }, { 'idempotency-key': key })
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
      if (status) told.set(imageId, status)
    }
    return /^id: (.*)$/m.exec(block)?.[1] ?? null
  }

  return {
    get cookie() {
      return cookie
    },
    accepted,
    told,
    async keepAsking(goesOn) {
      for (let made = 0; goesOn(); made++) {
        await ask(`${name} ${made}`, goesOn)
        await wait(pauseMs * (0.5 + Math.random()))
      }
    },
    async follow(goesOn, cutMs) {
      let last = '0'
      while (goesOn()) {
        const cut = AbortSignal.timeout(cutMs() ?? 15_000)
        try {
          const stream = await fetch(`${nextAddress()}/api/events`, {
            headers: { cookie, 'last-event-id': last },
            signal: cut,
          })
          let rest = ''
          for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
            const blocks = (rest + chunk).split('\n\n')
            rest = blocks.pop() ?? ''
            for (const block of blocks) last = take(block) ?? last
          }
        } catch {
          // Cut, or this process is away: on from the last number.
        }
        await wait(200)
      }
    },
  }
}
