import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EnvError, readEnv, settingGroups } from './env.ts'

describe('reading the settings', () => {
  it('needs none', () => {
    expect(readEnv({})).toMatchObject({ HOST: '127.0.0.1', ROLES: ['web', 'worker'], SKETCH_DRILL: 'off' })
  })

  it('treats an empty value as missing', () => {
    expect(readEnv({ PORT: '', ROLES: '' })).toMatchObject({ ROLES: ['web', 'worker'] })
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['ROLES', 'web,cook'],
    ['PUBLIC_URL', 'not an address'],
    ['PUBLIC_URL', 'https://pears.example/espalier'],
    ['PUBLIC_URL', 'https://pears.example?a=b'],
    ['PUBLIC_URL', 'https://pears.example/#top'],
    ['TRUSTED_PROXIES', '10.0.0.300'],
    ['AUTH_SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['SKETCH_CREDITS', '-1'],
    ['SKETCH_DRILL', 'maybe'],
    ['S3_ENDPOINT', 's3.example.com'],
    ['S3_ENDPOINT', 'ftp://{bucket}.example.com'],
    ['ASSISTANT_MODEL', 'provider=anthropic'],
    ['ASSISTANT_MODEL', 'provider=compatible,model=llama'],
    ['ASSISTANT_MODEL', 'provider=oracle,model=x'],
    ['ASSISTANT_API_KEY', 'short'],
    ['LOCAL_MODELS', 'maybe'],
    ['LOCAL_MODELS', 'ftp://mirror.example.com'],
  ])('stops on a wrong %s with one line that names it', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(EnvError)
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is wrong: [^\\n]+$`))
  })

  it.each([
    [{ S3_BUCKET: 'pictures' }, 'S3_ACCESS_KEY_ID'],
    [{ S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY'],
    [{ S3_ENDPOINT: 'https://s3.example.com' }, 'S3_BUCKET'],
  ])('stops on an incomplete storage: %j', (variables, missing) => {
    expect(() => readEnv(variables)).toThrow(new RegExp(`^The setting ${missing} is missing: [^\\n]+$`))
  })
})

describe('S3_ENDPOINT', () => {
  const key = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }

  it.each([
    'https://s3.example.com',
    'http://127.0.0.1:9000',
    'http://[::1]:9000/base',
    'https://{bucket}.oss-eu-central-1.example.com',
    'http://{bucket}.s3.localhost:9000',
  ])('is %s', (endpoint) => {
    expect(readEnv({ ...key, S3_ENDPOINT: endpoint }).S3_ENDPOINT).toBe(endpoint)
  })

  it.each([
    'https://s3.example.com/{bucket}',
    'https://{bucket}.s3.example.com/{bucket}',
    'https://s3.{bucket}.example.com',
    'https://{bucket}',
    'https://{bucket}-s3.example.com',
    'https://{Bucket}.s3.example.com',
    'https://{name}.s3.example.com',
    '{bucket}.s3.example.com',
  ])('is refused with the placeholder elsewhere: %s', (endpoint) => {
    expect(() => readEnv({ ...key, S3_ENDPOINT: endpoint })).toThrow(
      'The setting S3_ENDPOINT is wrong: may have {bucket} only as the first label of the host, https://{bucket}.s3.example.com.',
    )
  })

  it.each(['http://{bucket}.127.0.0.1:9000', 'http://{bucket}.[::1]:9000'])(
    'is refused with the placeholder before an IP address: %s',
    (endpoint) => {
      expect(() => readEnv({ ...key, S3_ENDPOINT: endpoint })).toThrow(
        /^The setting S3_ENDPOINT is wrong: .*IP address\.$/,
      )
    },
  )

  it.each(['My_Pictures', 'my.pictures', 'my'])('with the placeholder needs a name for a host: %s', (bucket) => {
    const s3 = { ...key, S3_BUCKET: bucket }
    expect(() => readEnv({ ...s3, S3_ENDPOINT: 'https://{bucket}.example.com' })).toThrow(
      /^The setting S3_BUCKET is wrong: /,
    )
    expect(readEnv({ ...s3, S3_ENDPOINT: 'https://example.com' }).S3_BUCKET).toBe(bucket)
  })
})

describe('GUESTS', () => {
  it('is off by default, and on where sign-up is open', () => {
    expect([readEnv({}).GUESTS, readEnv({ GUESTS: 'on', SIGN_UP: 'open' }).GUESTS]).toEqual(['off', 'on'])
  })

  it.each(['invite', 'closed'])('is refused with SIGN_UP=%s', (policy) => {
    expect(() => readEnv({ GUESTS: 'on', SIGN_UP: policy })).toThrow(/^The setting GUESTS is wrong: .+ SIGN_UP=open\.$/)
  })
})

describe('a setting of several parts', () => {
  it('has the default of each missing part', () => {
    const { SERVER_LIMITS, PERSON_LIMITS, PROVIDER_BASE_URLS, PROVIDER_AT_ONCE, ENGINE_URLS } = readEnv({
      SERVER_LIMITS: 'request-seconds=2.5, sign-in-attempts=3',
      PERSON_LIMITS: 'projects=3, queued=9',
      PROVIDER_BASE_URLS: 'openai=https://proxy.example/v1?a=b',
    })
    expect(SERVER_LIMITS).toEqual({
      'requests-at-once': 1_000,
      'request-seconds': 2.5,
      'statement-seconds': 30,
      'import-seconds': 14_400,
      'work-megabytes': 200,
      'sign-in-attempts': 3,
    })
    expect(PERSON_LIMITS).toEqual({
      'requests-per-second': 50,
      projects: 3,
      cards: 50_000,
      queued: 9,
      jobs: 8,
      streams: 50,
      'import-megabytes': 2_000,
    })
    expect(PROVIDER_BASE_URLS).toEqual({ openai: 'https://proxy.example/v1?a=b' })
    expect([PROVIDER_AT_ONCE, ENGINE_URLS]).toEqual([{}, {}])
  })

  it('keeps every address of an engine, and none for “none”', () => {
    const list = 'comfyui=http://10.0.0.1:8188,automatic1111=none,comfyui=http://10.0.0.2:8188'
    expect(readEnv({ ENGINE_URLS: list }).ENGINE_URLS).toEqual({
      comfyui: ['http://10.0.0.1:8188', 'http://10.0.0.2:8188'],
      automatic1111: [],
    })
  })

  it.each([
    ['SERVER_LIMITS', 'requests-at-once=0', 'requests-at-once'],
    ['SERVER_LIMITS', 'request-seconds=301', 'request-seconds'],
    ['SERVER_LIMITS', 'request-seconds=0', 'request-seconds'],
    ['SERVER_LIMITS', 'statement-seconds=301', 'statement-seconds'],
    ['SERVER_LIMITS', 'work-megabytes=19', 'work-megabytes'],
    ['SERVER_LIMITS', 'sign-in-attempts=0', 'sign-in-attempts'],
    ['SERVER_LIMITS', 'jobs=2', 'jobs'],
    ['PERSON_LIMITS', 'requests-per-second=0', 'requests-per-second'],
    ['PERSON_LIMITS', 'jobs=2,projects=none', 'projects'],
    ['PERSON_LIMITS', 'cats=3', 'cats'],
    ['PROVIDER_BASE_URLS', 'openai=ftp://example.com', 'openai'],
    ['PROVIDER_BASE_URLS', 'stranger=https://example.com', 'stranger'],
    ['PROVIDER_AT_ONCE', 'openai', 'openai'],
    ['ENGINE_URLS', 'comfyui=8188', 'comfyui'],
    ['ENGINE_URLS', 'sd-server=sd-server', 'sd-server'],
    ['ENGINE_URLS', 'oven=http://127.0.0.1:8188', 'oven'],
    ['ASSISTANT_MODEL', 'provider=oracle,model=x', 'provider'],
    ['ASSISTANT_MODEL', 'provider=openai,model=x,price=0.005', 'price'],
    ['TRUSTED_PROXIES', '10.0.0.1,10.0.0.300', 'entry 2'],
    ['ROLES', 'web,cook', 'entry 2'],
  ])('is refused with a wrong part, which is named: %s=%s', (name, value, part) => {
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is wrong: .*\\b${part}\\b.*$`))
  })
})

it('an operator has at most fifty settings', () => {
  expect(Object.values(settingGroups).flatMap((group) => Object.keys(group)).length).toBeLessThanOrEqual(50)
})

it('docs/configuration.md has the same groups and settings, in the same order', () => {
  const document = readFileSync('docs/configuration.md', 'utf8')
  const sections = document.split(/^## /m).slice(1)
  const documented = sections.flatMap((section) => {
    const names = [...section.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name)
    return names.length > 0 ? [[section.split('\n')[0], names]] : []
  })
  expect(documented).toEqual(Object.entries(settingGroups).map(([group, settings]) => [group, Object.keys(settings)]))
})
