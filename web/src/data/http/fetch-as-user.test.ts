import { globSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { accountHeader } from '#contract/account/account-header.ts'
import { accountState } from '../account/account-state.ts'
import { fetchAsUser } from './fetch-as-user.ts'

const ada = { id: 'ada', email: 'ada@example.com', name: 'Ada', firstName: 'Ada', isGuest: false }

describe('fetchAsUser', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    accountState.set({ status: 'loading' })
  })

  it('names the user of the page', async () => {
    const fetch = vi.fn(async () => new Response('ok'))
    vi.stubGlobal('fetch', fetch)
    accountState.set({ status: 'signed-in', user: ada })
    await fetchAsUser('/api/profile/avatar', { method: 'PUT' })
    expect(fetch).toHaveBeenCalledWith('/api/profile/avatar', { method: 'PUT', headers: { [accountHeader]: 'ada' } })
  })

  it('throws the error of the server, and signs out where the session has ended', async () => {
    const refusal = { code: 'unauthenticated', message: 'Please sign in.' }
    vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 401 }))
    accountState.set({ status: 'signed-in', user: ada })
    await expect(fetchAsUser('/api/images/i/subject')).rejects.toMatchObject(refusal)
    expect(accountState.get().status).toBe('signed-out')
  })

  it('throws an error with the status where no server of ours answered', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(fetchAsUser('/api/images/i/subject')).rejects.toThrow('502')
  })
})

/** Pictures, which a worker loads as well; calls of visitors; the release that runs; and what passes requests on. */
const allowed = [
  'web/src/data/http/fetch-as-user.ts',
  'web/src/data/http/early-reply.ts',
  'web/src/data/live/release-watch.ts',
  'web/src/data/offline/service-worker.ts',
  'web/src/data/pictures/image-file.ts',
  'web/src/data/pictures/load-bitmap.ts',
]

describe('the sources of the web application', () => {
  it('call fetch in few places alone: a call of a user names them', () => {
    const paths = globSync('web/src/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$|^web\/src\/testing\//.test(path))
    const callers = paths.filter((path) => /(?<![.\w])(globalThis\.|window\.)?fetch\(/.test(readFileSync(path, 'utf8')))
    expect(callers.sort()).toEqual([...allowed].sort())
  })
})
