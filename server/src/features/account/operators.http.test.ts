import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '#server/admin/commands.ts'
import { users } from '#server/db/schema/accounts.ts'
import { contextAt, freshPlace, type Place, serverAt } from '#server-testing/admin-copies.ts'
import { clientOf, cookieOf, sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import type { TestServer } from '#server-testing/test-server.ts'
import { isOperator } from './operators.ts'

let place: Place
let server: Awaited<ReturnType<typeof serverAt>>
beforeEach(async () => {
  const fresh = await freshPlace()
  place = { ...fresh, variables: { ...fresh.variables, GUESTS: 'on' } }
  server = await serverAt(place)
})

const startGuest = async (on: Pick<TestServer, 'app'>): Promise<TestClient> => {
  const reply = await sendOpen<{ user: { id: string } }>(on as TestServer, 'POST', '/api/auth/sign-in/guest', {
    body: {},
  })
  return clientOf(on as TestServer, reply.body.user.id, cookieOf(reply.headers))
}
const isNamed = ({ userId }: TestClient) => isOperator(server.database.system, userId)
const remove = (person: TestClient) => person.send('DELETE', '/api/account', { password: 'correct horse' })
const run = (...args: string[]) => runCommand(contextAt(place), args)

describe('isOperator', () => {
  it('is true for the first account, also where a guest came before it and signs up later', async () => {
    const guest = await startGuest(server)
    const first = await signUp(server)
    const account = { email: `${randomUUID()}@example.com`, password: 'correct horse', name: 'Ada', firstName: 'Ada' }
    await guest.send('POST', '/api/auth/sign-up/email', account)
    const [kept] = await server.database.system.select().from(users).where(eq(users.id, guest.userId))
    expect(kept?.isGuest).toBe(false)
    expect([await isNamed(first), await isNamed(guest), await isNamed(await signUp(server))]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is true for a guest who is the first to sign up', async () => {
    const guest = await startGuest(server)
    const account = { email: `${randomUUID()}@example.com`, password: 'correct horse', name: 'Ada', firstName: 'Ada' }
    await guest.send('POST', '/api/auth/sign-up/email', account)
    expect([await isNamed(guest), await isNamed(await signUp(server))]).toEqual([true, false])
  })

  it('is true for one of several first accounts at once', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => signUp(server)))
    expect((await Promise.all(people.map(isNamed))).filter(Boolean)).toHaveLength(1)
  })
})

describe('the last operator', () => {
  it('can neither be revoked nor deleted before another one is named', async () => {
    const email = `${randomUUID()}@example.com`
    const [first, secondEmail] = [await signUp(server, email), `${randomUUID()}@example.com`]
    const second = await signUp(server, secondEmail)
    const refused = await remove(first)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('npm run admin -- operator')])
    await expect(run('operator', email, '--revoke')).rejects.toThrow('Name another one first')
    await run('operator', secondEmail)
    expect((await remove(first)).status).toBe(200)
    expect([await isNamed(second), await isNamed(await signUp(server))]).toEqual([true, false])
  })

  it('remains where both of two operators delete their accounts at once', async () => {
    const emails = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    const people = [await signUp(server, emails[0]), await signUp(server, emails[1])]
    await run('operator', emails[1] ?? '')
    const replies = await Promise.all(people.map(remove))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
