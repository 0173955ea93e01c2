import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from './openapi.ts'

const snapshot = new URL('../../../../contract/openapi.json', import.meta.url)
const command = 'UPDATE_WIRE=1 npx vitest run --project unit openapi'

type Operation = {
  readonly summary?: string
  readonly operationId?: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content: Record<string, { schema: { properties: Record<string, unknown> } }> }
  readonly responses: Record<string, { readonly description?: string }>
}

const document = await openApiDocument()
const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item ?? {}).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path}`,
    path,
    operation: operation as Operation,
  })),
)
const operationOf = (call: string) => operations.find((each) => each.call === call)?.operation
const bodyOf = (call: string) => operationOf(call)?.requestBody?.content['application/json']?.schema.properties

/** Every `$ref` anywhere below a value. */
function refsOf(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, below]) =>
    key === '$ref' && typeof below === 'string' ? [below] : refsOf(below),
  )
}

describe('the wire', () => {
  it('is the one in contract/openapi.json', () => {
    const written = `${JSON.stringify(document, null, 2)}\n`
    if (process.env.UPDATE_WIRE) writeFileSync(snapshot, written)
    const message = `The wire changed. If that is intended, write contract/openapi.json again with "${command}", look at its diff, and commit both.`
    expect(JSON.parse(written), message).toEqual(JSON.parse(readFileSync(snapshot, 'utf8')))
  })
})

describe('the OpenAPI document', () => {
  it('is of version 3.1, with a title and a version', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: 'Espalier', version: expect.any(String) })
  })

  it('has every path under /api', () => {
    expect(operations.length).toBeGreaterThan(20)
    for (const { path } of operations) expect(path).toMatch(/^\/api\//)
  })

  it.each(operations)('describes the purpose, the replies and the refusals of $call', ({ operation }) => {
    expect(operation.summary).toEqual(expect.stringMatching(/\S/))
    expect(Object.keys(operation.responses)).toContainEqual(expect.stringMatching(/^2\d\d$/))
    expect(operation.responses).toHaveProperty('default')
    for (const { description } of Object.values(operation.responses)) expect(description).toEqual(expect.any(String))
  })

  it.each(operations)('names the parameters in the address of $call', ({ path, operation }) => {
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`).sort()).toEqual((path.match(/\{\w+\}/g) ?? []).sort())
    expect(inPath.every(({ required }) => required === true)).toBe(true)
  })

  it('gives each call of the contract a unique id', () => {
    const ids = operations.flatMap(({ operation }) => operation.operationId ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('models.list')
  })

  it('requires a session for all calls but signing in, the catalogue, the webhook, verifying and review links', () => {
    expect(document.security).toEqual([{ session: [] }])
    const withSecurity = (security: object[]) =>
      operations.flatMap(({ operation, call }) => (isDeepStrictEqual(operation.security, security) ? call : []))
    expect(withSecurity([])).toEqual([
      'GET /api/models',
      'GET /api/sign-in-options',
      'POST /api/invitations/read',
      'POST /api/shared/visits',
      'POST /api/auth/sign-up/email',
      'POST /api/auth/sign-in/email',
      'POST /api/auth/sign-in/guest',
      'POST /api/auth/sign-out',
      'GET /api/auth/get-session',
      'POST /api/auth/request-password-reset',
      'POST /api/auth/reset-password',
      'POST /api/auth/send-verification-email',
      'POST /api/auth/verify-email',
      'POST /api/billing/webhook',
      'POST /api/verify',
    ])
    expect(withSecurity([{ visit: [] }])).toEqual([
      'GET /api/shared/{id}/feedback',
      'GET /api/shared/{id}/changes',
      'PUT /api/shared/{id}/name',
      'POST /api/shared/{id}/comments',
      'PUT /api/shared/{id}/likes/{imageId}',
      'DELETE /api/shared/{id}/likes/{imageId}',
      'GET /api/shared/{id}/rounds',
      'PUT /api/shared/{id}/rounds/{number}/proofs/{proof}/decision',
      'DELETE /api/shared/{id}/rounds/{number}/proofs/{proof}/decision',
      'GET /api/shared/{id}/board',
      'GET /api/shared/{id}/images/{imageId}/file',
    ])
    expect(withSecurity([{ visit: [], session: [] }])).toEqual(['POST /api/shared/{id}/fork'])
    const isOfToken = (security: readonly unknown[] = []) =>
      security.some((way) => Object.hasOwn(way as object, 'token'))
    const others = operations.filter(({ operation: { security } }) => security && !isOfToken(security)).length
    expect(others).toBe(14 + 12 + 1)
  })

  it('has no dangling reference', () => {
    for (const ref of refsOf(document)) {
      const found = ref
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
      expect(found, ref).toBeDefined()
    }
  })

  it('states the maximum length of texts', () => {
    expect(bodyOf('POST /api/generations')?.prompt).toMatchObject({ type: 'string', minLength: 0, maxLength: 4_000 })
    expect(bodyOf('POST /api/projects')?.title).toEqual({ type: 'string', minLength: 1, maxLength: 120 })
  })
})
