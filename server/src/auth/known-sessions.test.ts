import { describe, expect, it } from 'vitest'
import { asUserId } from '#domain/account/user-id.ts'
import { createKnownSessions, type OpenSession } from './known-sessions.ts'
import { sessionCookieName } from './session-cookie.ts'

const instance = { publicUrl: undefined, secret: 'the secret of this instance' }
const ownName = sessionCookieName(instance)
const cookieOf = (name: string) => `theme=dark; ${ownName}=${name}`

/** A session of a person of that name, open until a moment in milliseconds. */
const sessionOf = (name: string, expiresMs = 1e9) =>
  ({ user: { id: name }, session: { id: `${name}'s`, expiresAt: new Date(expiresMs) } }) as OpenSession

/** Counts the look-ups; each answers when the test says so. */
function openDesk({ seconds = 5 } = {}) {
  const asked: string[] = []
  const waiting: ((answer: OpenSession | null | 'fail') => void)[] = []
  const clock = { ms: 0 }
  const sessions = createKnownSessions({
    instance,
    look: (cookie) => {
      asked.push(cookie)
      return new Promise((resolve, reject) =>
        waiting.push((answer) => (answer === 'fail' ? reject(new Error('away')) : resolve(answer))),
      )
    },
    seconds,
    now: () => clock.ms,
  })
  const answer = (given: OpenSession | null | 'fail') => waiting.shift()?.(given)
  return {
    asked,
    sessions,
    clock,
    answer,
    async known(name: string) {
      const found = sessions.find(cookieOf(name))
      answer(sessionOf(name))
      return found
    },
  }
}

function openConnectedDesk(options?: { seconds: number }) {
  const desk = openDesk(options)
  desk.sessions.setInvalidation('connected')
  return desk
}

describe('the session cache', () => {
  it('keeps a session for some seconds', async () => {
    const desk = openConnectedDesk()
    await desk.known('ada')
    desk.clock.ms = 4_999
    expect((await desk.sessions.find(cookieOf('ada')))?.user.id).toBe('ada')
    expect(desk.asked).toHaveLength(1)
    desk.clock.ms = 5_000
    await desk.known('ada')
    expect(desk.asked).toHaveLength(2)
  })

  it('keeps no session beyond its expiry', async () => {
    const desk = openConnectedDesk()
    const found = desk.sessions.find(cookieOf('ada'))
    desk.answer(sessionOf('ada', 1_000))
    await found
    desk.clock.ms = 1_000
    void desk.sessions.find(cookieOf('ada'))
    expect(desk.asked).toHaveLength(2)
  })

  it('forgets the sessions of a user that changed, and no others', async () => {
    const desk = openConnectedDesk()
    await desk.known('ada')
    await desk.known('bob')
    desk.sessions.forget(asUserId('ada'))
    await desk.sessions.find(cookieOf('bob'))
    expect(desk.asked).toHaveLength(2)
    void desk.sessions.find(cookieOf('ada'))
    expect(desk.asked).toHaveLength(3)
  })

  it('does not keep a session that changed during its look-up', async () => {
    const desk = openConnectedDesk()
    const found = desk.sessions.find(cookieOf('ada'))
    desk.sessions.forget(asUserId('ada'))
    desk.answer(sessionOf('ada'))
    await found
    void desk.sessions.find(cookieOf('ada'))
    expect(desk.asked).toHaveLength(2)
  })

  it('starts a new look-up for a request after a change, although an older one is under way', async () => {
    const desk = openConnectedDesk()
    const before = desk.sessions.find(cookieOf('ada'))
    desk.sessions.forget(asUserId('ada'))
    const after = desk.sessions.find(cookieOf('ada'))
    desk.answer(sessionOf('ada'))
    desk.answer(null)
    expect([(await before)?.user.id, await after]).toEqual(['ada', null])
  })

  it('keeps nothing while invalidation is not connected', async () => {
    const desk = openDesk()
    await desk.known('ada')
    await desk.known('ada')
    expect(desk.asked).toHaveLength(2)
    desk.sessions.setInvalidation('connected')
    await desk.known('ada')
    desk.sessions.setInvalidation('lost')
    void desk.sessions.find(cookieOf('ada'))
    expect(desk.asked).toHaveLength(4)
  })

  it('keeps nothing where it is switched off', async () => {
    const desk = openConnectedDesk({ seconds: 0 })
    await desk.known('ada')
    await desk.known('ada')
    expect(desk.asked).toHaveLength(2)
  })

  it('shares one look-up among concurrent calls, whose failure they share, but not with the next call', async () => {
    const desk = openConnectedDesk()
    const both = [desk.sessions.find(cookieOf('ada')), desk.sessions.find(cookieOf('ada'))]
    desk.answer('fail')
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await desk.known('ada'))?.user.id).toBe('ada')
    expect(desk.asked).toHaveLength(2)
  })

  it('finds sessions by their cookie alone: no cookie needs no look-up, and a missing session is never kept', async () => {
    const desk = openConnectedDesk()
    expect(await desk.sessions.find(undefined)).toBeNull()
    expect(await desk.sessions.find('theme=dark')).toBeNull()
    expect(desk.asked).toEqual([])
    for (let time = 0; time < 2; time++) {
      const found = desk.sessions.find(cookieOf('anonymous'))
      desk.answer(null)
      expect(await found).toBeNull()
    }
    expect(desk.asked).toHaveLength(2)
  })

  it('finds a session whatever other cookies a browser sends', async () => {
    const desk = openConnectedDesk()
    await desk.known('ada')
    await desk.sessions.find(`${ownName}=ada; theme=light`)
    expect(desk.asked).toHaveLength(1)
  })

  it.each([`x${ownName}=ada`, `__Host-${ownName}=ada`, `theme=${ownName}=ada`, `${ownName}_2=ada`, `${ownName}`])(
    'finds nothing for %j, which has no cookie of the expected name',
    async (cookie) => {
      const desk = openConnectedDesk()
      await desk.known('ada')
      expect(await desk.sessions.find(cookie)).toBeNull()
      expect(desk.asked).toHaveLength(1)
    },
  )

  it('looks up the first cookie of the expected name, and no other cookie', async () => {
    const desk = openConnectedDesk()
    void desk.sessions.find(`x=1; ${ownName}=ada; ${ownName}=eve; x${ownName}=eve`)
    expect(desk.asked).toEqual([`${ownName}=ada`])
  })
})
