import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import type { ApiTokenShape, CreatedTokenShape } from '#contract/programs/api-token.ts'
import { askDatabase } from '#server-testing/ask-database.ts'
import { programOf } from '#server-testing/program.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ variables: { SERVER_LIMITS: 'sign-in-attempts=10' } })
const password = 'correct horse'
let ada: TestClient
beforeEach(async () => {
  ada = await signUp(context.server)
})

const createToken = () =>
  ada.send<CreatedTokenShape & ErrorBody>('POST', '/api/tokens', { name: 'A program', scopes: ['read'] })
const confirm = (given: string) => ada.send<ErrorBody>('POST', '/api/account/confirm-password', { password: given })
const signedInLongAgo = () =>
  askDatabase(
    context.server.testDatabase.connectionString,
    "update sessions set proven_at = now() - interval '16 minutes' where user_id = $1",
    [ada.userId],
  )

describe('confirmPassword', () => {
  it('is not needed for a token within 15 minutes of sign-in', async () =>
    expect((await createToken()).status).toBe(201))

  it('is needed for a token later: a stolen session alone makes none', async () => {
    await signedInLongAgo()
    const refused = await createToken()
    expect([refused.status, refused.body.data]).toEqual([422, { reason: 'password' }])
    expect((await confirm('wrong')).status).toBe(422)
    expect((await createToken()).status).toBe(422)
    expect((await confirm(password)).status).toBe(200)
    expect((await createToken()).status).toBe(201)
  })

  it('is needed for every call that hands out lasting access, before its body is judged', async () => {
    await signedInLongAgo()
    const id = '00000000-0000-4000-8000-000000000000'
    const paths = ['tokens', `purses/${id}/token`, 'oauth/allow', 'webhooks', `webhooks/${id}/secret`]
    const refused = await Promise.all(paths.map((path) => ada.send<ErrorBody>('POST', `/api/${path}`, {})))
    expect(refused.map(({ status, body }) => [status, body.data])).toEqual(
      paths.map(() => [422, { reason: 'password' }]),
    )
  })

  it('is not needed by a program that holds the scope of webhooks', async () => {
    const { token, secret } = (
      await ada.send<CreatedTokenShape>('POST', '/api/tokens', { name: 'A program', scopes: ['webhooks'] })
    ).body
    await signedInLongAgo()
    const program = programOf(context.server, { id: token.id, secret })
    const created = await program.send('POST', '/api/webhooks', {
      url: 'https://example.com/hook',
      events: ['generation.completed'],
    })
    expect(created.status).toBe(201)
  })

  it('makes guesses wait longer and longer, apart from sign-in', async () => {
    const replies = []
    for (let guess = 0; guess < 11; guess++) replies.push(await confirm(`guess ${guess}`))
    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429])
    expect(replies.at(-1)?.body.message).toMatch(/^Too many wrong passwords. Try again in \d+ s\.$/)
    expect((await confirm(password)).status).toBe(429)
  })
})

describe('changePassword', () => {
  it.each(['keep', 'end'] as const)('ends the tokens of programs where that is wanted (%s)', async (tokens) => {
    const { token, secret } = (await createToken()).body
    const program = programOf(context.server, { id: token.id, secret })
    expect((await program.send<{ items: ApiTokenShape[] }>('GET', '/api/projects')).status).toBe(200)
    const body = { currentPassword: password, newPassword: 'another horse', tokens }
    const changed = await ada.send<{ endedTokens: number }>('PUT', '/api/account/password', body)
    expect(changed.body.endedTokens).toBe(tokens === 'end' ? 1 : 0)
    expect((await program.send('GET', '/api/projects')).status).toBe(tokens === 'end' ? 401 : 200)
  })
})
