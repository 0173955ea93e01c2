import { eq } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { SystemDatabase } from '../db/database.ts'
import { users } from '../db/schema/accounts.ts'
import { Misuse } from './admin-context.ts'

/** The id of the account with this email. @throws Misuse where there is none. */
export async function findAccount(db: SystemDatabase, email: string): Promise<UserId> {
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()))
  if (!account) throw new Misuse(`There is no account with the email ${email}.`)
  return account.id
}
