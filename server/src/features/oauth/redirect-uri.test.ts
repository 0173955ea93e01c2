import { describe, expect, it } from 'vitest'
import { isRegistered, redirectFault, redirectPlace, withParameters } from './redirect-uri.ts'

describe('an address for the answer', () => {
  it.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://localhost:8080/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:4000/',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'com.example.app:/oauth',
  ])('may be %s', (uri) => expect(redirectFault(uri)).toBeNull())

  it.each([
    'http://example.com/callback',
    'http://192.168.1.5/callback',
    'http://localhost.example.com/callback',
    'http://127.0.0.1.nip.io/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    'https://user@example.com/',
    'https://example.com/#fragment',
    'https://example.com/#',
    '/callback',
    '',
  ])('may not be %j', (uri) => expect(redirectFault(uri)).toEqual(expect.any(String)))

  it('is a registered one to the letter; on loopback any port will do', () => {
    const registered = ['https://claude.ai/callback', 'http://127.0.0.1:1234/callback', 'http://localhost/callback']
    for (const own of [...registered, 'http://127.0.0.1:55555/callback', 'http://localhost:7/callback'])
      expect(isRegistered(own, registered)).toBe(true)
    for (const other of [
      'https://claude.ai/callback/',
      'https://claude.ai:8443/callback',
      'https://claude.ai/callback?x=1',
      'https://claude.ai.example.com/callback',
      'http://127.0.0.1:55555/other',
      'http://[::1]:55555/callback',
      'http://127.0.0.1:55555/callback?next=x',
    ])
      expect(isRegistered(other, registered)).toBe(false)
  })

  it('is shown by its host, or by the scheme of a program', () => {
    expect(redirectPlace('https://claude.ai/callback')).toEqual({ host: 'claude.ai', isLocal: false })
    expect(redirectPlace('http://127.0.0.1:9/x')).toEqual({ host: '127.0.0.1:9', isLocal: true })
    expect(redirectPlace('cursor://anysphere/x')).toEqual({ host: 'cursor', isLocal: true })
  })

  it('keeps its own parameters', () =>
    expect(withParameters('https://a.example/x?own=1', { code: 'a b', state: undefined })).toBe(
      'https://a.example/x?own=1&code=a+b',
    ))
})
