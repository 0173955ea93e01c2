import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { CliFailure, type Terminal } from './terminal.ts'

/** Where to, and by which token. */
export type Login = { readonly url: string; readonly token: string }

const savedLogin = z.object({ url: z.string(), token: z.string() })
const defaultUrl = 'http://localhost:3000'

type Env = Terminal['env']

/** The file of the login, below the folder of the XDG base directory specification. */
export const loginFile = ({ XDG_CONFIG_HOME: folder, HOME: home }: Env): string =>
  join(folder || join(home ?? homedir(), '.config'), 'espalier', 'config.json')

async function readSaved(env: Env): Promise<Login | null> {
  const file = loginFile(env)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  try {
    return savedLogin.parse(JSON.parse(text))
  } catch {
    throw new CliFailure('failed', `${file} can not be read. Remove it, and log in again.`)
  }
}

/** The address of a server as it is stored: without a slash at its end. */
export function serverUrl(written: string): string {
  const url = URL.parse(written.includes('://') ? written : `https://${written}`)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CliFailure('usage', `${written} is not the address of a server, like https://boards.example.`)
  return url.origin
}

/** The address to log in at: that of the option, of the environment, of the last login, or of a server on this machine. */
export async function urlFor(env: Env, option: string | undefined): Promise<string> {
  return serverUrl(option ?? env.ESPALIER_URL ?? (await readSaved(env))?.url ?? defaultUrl)
}

/**
 * The login that a command uses: the environment wins over the file. A saved token is sent to its own server alone.
 * @throws CliFailure without one.
 */
export async function findLogin(env: Env, option: string | undefined): Promise<Login> {
  const saved = await readSaved(env)
  const url = await urlFor(env, option)
  const token = env.ESPALIER_TOKEN ?? (saved?.url === url ? saved.token : undefined)
  if (!token) throw new CliFailure('forbidden', `Not logged in at ${url}. Run: espalier login --url ${url}`)
  return { url, token }
}

/** Stores a login in place of the last one; only its owner can read the file. */
export async function saveLogin(env: Env, login: Login): Promise<string> {
  const file = loginFile(env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 })
  // A draft that was there already keeps its mode.
  await chmod(draft, 0o600)
  await rename(draft, file)
  return file
}

/** Forgets the login. @returns Whether there was one. */
export async function forgetLogin(env: Env): Promise<boolean> {
  const saved = await readSaved(env).catch(() => 'broken')
  await rm(loginFile(env), { force: true })
  return saved !== null
}
