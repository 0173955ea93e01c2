import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { asUserId } from '#domain/account/user-id.ts'
import { users } from '#server/db/schema/accounts.ts'
import type { TestServer } from './test-server.ts'

/** Waits until the background has removed a deleted account, whose own row is the last. */
export async function removedAccount(server: TestServer, userId: string): Promise<void> {
  const account = () =>
    server.database.system
      .select()
      .from(users)
      .where(eq(users.id, asUserId(userId)))
  await expect.poll(account, { timeout: 20_000 }).toEqual([])
}
