import { describe, expect, it } from 'vitest'
import { EnvError, readEnv } from './env.ts'

describe('reading the settings', () => {
  it('needs none of them', () => {
    expect(readEnv({})).toMatchObject({ HOST: '127.0.0.1', ROLES: ['web', 'worker'], SKETCH_DRILL: 'off' })
  })

  it('counts an empty value as left out', () => {
    expect(readEnv({ PORT: '', ROLES: '' })).toMatchObject({ ROLES: ['web', 'worker'] })
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['ROLES', 'web,cook'],
    ['PUBLIC_URL', 'not an address'],
    ['TRUSTED_PROXIES', '10.0.0.300'],
    ['AUTH_SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['SKETCH_CREDITS', '-1'],
    ['SKETCH_DRILL', 'maybe'],
    ['S3_ENDPOINT', 's3.example.com'],
    ['S3_FORCE_PATH_STYLE', 'yes'],
  ])('stops on a wrong %s with one line that names it', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(EnvError)
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is wrong: [^\\n]+$`))
  })

  it.each([
    [{ S3_BUCKET: 'pictures' }, 'S3_ACCESS_KEY_ID'],
    [{ S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY'],
    [{ S3_ENDPOINT: 'https://s3.example.com' }, 'S3_BUCKET'],
  ])('stops on a storage that is half set up: %j', (variables, missing) => {
    expect(() => readEnv(variables)).toThrow(new RegExp(`^The setting ${missing} is missing: [^\\n]+$`))
  })
})
