import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Makes the hash of a password cheap; to be loaded before the tests. It is meant to cost a tenth of a second, and tests sign up
 * by the hundred. The same function with the same arguments but for the cost; nothing but passwords uses it.
 */
const { scrypt } = crypto
const cost = { N: 2, r: 1, p: 1 }
type Parameters = [password: string, salt: string, length: number, cost: unknown, done: Done]
type Done = (error: Error | null, key: Buffer) => void

const quickScrypt = (...[password, salt, length, , done]: Parameters) => scrypt(password, salt, length, cost, done)

Object.assign(crypto, { scrypt: quickScrypt })
syncBuiltinESMExports()
