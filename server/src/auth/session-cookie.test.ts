import { describe, expect, it } from 'vitest'
import { sendsSession, sessionCookieName } from './session-cookie.ts'

const overHttp = { publicUrl: undefined, secret: 'the secret of one instance' }

describe('sessionCookieName', () => {
  it('differs between instances, whose cookies a browser mixes on one host whatever their ports', () => {
    expect(sessionCookieName(overHttp)).toMatch(/^espalier-[0-9a-f]{8}\.session_token$/)
    expect(sessionCookieName(overHttp)).toBe(sessionCookieName({ ...overHttp }))
    expect(sessionCookieName({ ...overHttp, secret: 'the secret of another' })).not.toBe(sessionCookieName(overHttp))
  })

  it('is of the host alone behind TLS', () =>
    expect(sessionCookieName({ ...overHttp, publicUrl: 'https://pears.example' })).toMatch(/^__Host-espalier-/))
})

describe('sendsSession', () => {
  it.each([
    [`theme=dark; ${sessionCookieName(overHttp)}=a.b`, true],
    [`${sessionCookieName({ ...overHttp, publicUrl: 'https://pears.example' })}=a.b`, true],
    ['espalier-visit-1=a.b', false],
    ['better-auth.session_token=a.b', true],
    ['better-auth.state=a.b', false],
    [undefined, false],
  ])('tells a session from other cookies: %s', (cookies, expected) => expect(sendsSession(cookies)).toBe(expected))
})
