import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findLogin, forgetLogin, loginFile, saveLogin, serverUrl, urlFor } from './saved-login.ts'

let env: { XDG_CONFIG_HOME: string }
beforeEach(async () => {
  env = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'espalier-config-')) }
})
afterEach(() => rm(env.XDG_CONFIG_HOME, { recursive: true }))

const login = { url: 'https://boards.example', token: `esp_${'A'.repeat(43)}` }

describe('a saved login', () => {
  it('is in a file that only its owner can read, also where it was open to others before', async () => {
    const file = loginFile(env)
    expect(file).toBe(join(env.XDG_CONFIG_HOME, 'espalier', 'config.json'))
    await mkdir(dirname(file))
    await writeFile(file, '{}', { mode: 0o644 })
    await chmod(file, 0o644)
    await saveLogin(env, login)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await findLogin(env, undefined)).toEqual(login)
    expect(await forgetLogin(env)).toBe(true)
    await expect(findLogin(env, undefined)).rejects.toMatchObject({ exit: 'forbidden' })
    expect(await forgetLogin(env)).toBe(false)
  })

  it('gives its token to its own server alone', async () => {
    await saveLogin(env, login)
    await expect(findLogin(env, 'https://elsewhere.example')).rejects.toMatchObject({ exit: 'forbidden' })
    expect(await findLogin(env, 'boards.example/')).toEqual(login)
  })

  it('yields to the environment', async () => {
    await saveLogin(env, login)
    const token = `esp_${'B'.repeat(43)}`
    expect(await findLogin({ ...env, ESPALIER_TOKEN: token }, undefined)).toEqual({ ...login, token })
    const other = { ...env, ESPALIER_URL: 'http://localhost:4000', ESPALIER_TOKEN: token }
    expect(await findLogin(other, undefined)).toEqual({ url: 'http://localhost:4000', token })
  })

  it('that can not be read is named, and replaced by the next one', async () => {
    await saveLogin(env, login)
    await writeFile(loginFile(env), '{ broken')
    await expect(findLogin(env, undefined)).rejects.toThrow(loginFile(env))
    await saveLogin(env, login)
    expect(JSON.parse(await readFile(loginFile(env), 'utf8'))).toEqual(login)
  })

  it('is below the home folder without XDG_CONFIG_HOME', () =>
    expect(loginFile({ HOME: '/home/mara' })).toBe('/home/mara/.config/espalier/config.json'))
})

describe('the address of a server', () => {
  it.each([
    ['boards.example', 'https://boards.example'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['https://boards.example/project/1', 'https://boards.example'],
  ])('%s is kept as %s', (written, url) => expect(serverUrl(written)).toBe(url))

  it.each(['ftp://boards.example', 'http://', 'a b'])('%j is refused', (written) =>
    expect(() => serverUrl(written)).toThrow('is not the address of a server'),
  )

  it('is this machine where none is known', async () =>
    expect(await urlFor(env, undefined)).toBe('http://localhost:3000'))
})
